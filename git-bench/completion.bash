# bash completion for `git bench`, on top of git's own completion, which
# finds _git_bench by its name and loads this file when it is installed
# where bash-completion looks (or sourced from ~/.bashrc).
#
# Commands and options come from the program itself (--git-completion-helper).

__git_bench_results ()
{
	__git ls-tree -r --name-only bench-history bench/history/ |
		sed -e 's|.*/||'
	echo latest
}

__git_bench_requests ()
{
	__git bench status --all --json |
		sed -n -e 's/.*"id":"\([0-9a-f]*\)".*/\1/p'
}

__git_bench_suites ()
{
	__git config --blob "$(__git rev-parse -q --verify HEAD:.gitbench)" \
		--name-only --get-regexp '^suite\..*\.driver$' |
		sed -e 's/^suite\.//' -e 's/\.driver$//'
}

__git_bench_schedules ()
{
	__git config --blob "$(__git rev-parse -q --verify HEAD:.gitbench)" \
		--name-only --get-regexp '^schedule\.' |
		sed -e 's/^schedule\.//' -e 's/\.[^.]*$//' | sort -u
}

_git_bench ()
{
	local subcommands subcommand
	subcommands="$(__git bench --git-completion-helper)"
	subcommand="$(__git_find_on_cmdline "$subcommands")"

	if [ -z "$subcommand" ]; then
		case "$cur" in
		-*) __gitcomp "-h --help --version" ;;
		*) __gitcomp "$subcommands" ;;
		esac
		return
	fi

	case "$prev" in
	--suite|-s)
		__gitcomp_nl "$(__git_bench_suites)"
		return
		;;
	--dispatch|--schedule)
		__gitcomp_nl "$(__git_bench_schedules)"
		return
		;;
	--continue)
		__gitcomp_nl "$(__git_bench_results)"
		return
		;;
	--base|-b|--vs)
		__git_complete_refs
		return
		;;
	esac

	case "$cur" in
	--suite=*)
		__gitcomp_nl "$(__git_bench_suites)" "" "${cur##--suite=}"
		return
		;;
	--base=*|--vs=*)
		__git_complete_refs --cur="${cur#*=}"
		return
		;;
	--color=*)
		__gitcomp "always never auto" "" "${cur##--color=}"
		return
		;;
	-*)
		__gitcomp_builtin "bench_$subcommand"
		return
		;;
	esac

	case "$subcommand" in
	help)
		__gitcomp "$subcommands"
		;;
	request|run)
		__git_complete_refs
		;;
	show|compare|check)
		__gitcomp_nl "$(__git_bench_results)"
		;;
	import)
		__gitcomp "nightly-config"
		;;
	cancel|retry|approve)
		__gitcomp_nl "$(__git_bench_requests)"
		;;
	esac
}
