#include "git/start.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>

#include "base/alloc.h"
#include "git/raw.h"

/*
 * Extensions that git-bench can live with. The two formats are let in so
 * that repo_open() can look at their values and say what is wrong.
 */
static const char *const extensions[] = {
	"objectformat",	 "refstorage",	   "preciousobjects",
	"worktreeconfig", "partialclone", "relativeworktrees",
};

static _Thread_local bool starting;

/* ==== Mbed TLS's two loaders, found before its own ====================== */

struct mbedtls_x509_crt;
typedef int loader(struct mbedtls_x509_crt *chain, const char *path);
loader mbedtls_x509_crt_parse_file;
loader mbedtls_x509_crt_parse_path;

static int load(const char *name, struct mbedtls_x509_crt *chain,
		const char *path)
{
	loader *own = starting ? NULL : (loader *)dlsym(RTLD_NEXT, name);

	/* Mbed TLS's own code for "nothing could be read". */
	return own ? own(chain, path) : -0x3E00;
}

int mbedtls_x509_crt_parse_file(struct mbedtls_x509_crt *chain,
				const char *path)
{
	return load("mbedtls_x509_crt_parse_file", chain, path);
}

int mbedtls_x509_crt_parse_path(struct mbedtls_x509_crt *chain,
				const char *path)
{
	return load("mbedtls_x509_crt_parse_path", chain, path);
}

/* ==== The calls ========================================================= */

/*
 * zlib takes and gives back a quarter of a megabyte for each object. Left to
 * itself, glibc returns it to the kernel each time, to fault it in again.
 */
static void keep_memory(void)
{
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

int libgit2_start(void)
{
	starting = true;
	int count = git_libgit2_init();
	starting = false;
	if (count < 0)
		return fail_git("cannot start libgit2");
	if (count > 1)
		return 0;
	keep_memory();
	git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions,
			 ARRAY_SIZE(extensions));
	/*
	 * Hashing every object that is read costs more than reading it; git
	 * does so in fsck only. zlib's own checksum stays.
	 */
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	return 0;
}

void libgit2_stop(void)
{
	git_libgit2_shutdown();
}
