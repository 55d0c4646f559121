#!/usr/bin/python3
"""Runs the steps of a GitHub workflow here: workflow.py FILE EVENT FOLDER.

The file is read as YAML. Of expressions only those of the table below are
known, of actions only checkout, which is $CHECKOUT (a command for sh; the
folder to make is its argument); anything else is an error. Steps run in
FOLDER/checkout as GitHub runs them: `bash -e`, $GITHUB_ENV and $GITHUB_PATH
between them. Prints the name of each step; exits like the first that fails.
"""
import os
import re
import subprocess
import sys

import yaml

path, event, folder = sys.argv[1:]
checkout = os.path.join(folder, "checkout")
files = {name: os.path.join(folder, name.lower())
         for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
expressions = {
    "github.token": os.environ["TOKEN"],
    "github.event.repository.default_branch": "main",
    "vars.GIT_BENCH_URL": os.environ["GIT_BENCH_URL"],
}


def expand(text):
    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}",
                  lambda match: expressions[match.group(1)], str(text))


def is_wanted(step):
    if "if" not in step:
        return True
    match = re.fullmatch(r"github\.event_name == '(\w+)'", step["if"])
    return match.group(1) == event


def run(step, env):
    if "${{" in step["run"]:
        sys.exit("an expression within a script: it belongs into env")
    script = os.path.join(folder, "step.sh")
    with open(script, "w") as out:
        out.write(step["run"])
    env = dict(env, **{k: expand(v) for k, v in step.get("env", {}).items()})
    return subprocess.run(["bash", "-e", script], cwd=checkout, env=env,
                          stdin=subprocess.DEVNULL).returncode


def take_over(env):
    """What the step before left for the ones that follow."""
    for line in open(files["GITHUB_ENV"]):
        name, _, value = line.rstrip("\n").partition("=")
        env[name] = value
    added = open(files["GITHUB_PATH"]).read().split("\n")[:-1]
    env["PATH"] = ":".join(added[::-1] + [os.environ["PATH"]])


def main():
    with open(path) as text:
        workflow = yaml.safe_load(text)
    triggers = workflow[True]  # YAML 1.1 reads "on" so
    if event not in triggers:
        sys.exit(f"{path} does not run on {event}")
    (job,) = workflow["jobs"].values()
    env = dict(os.environ, CI="true", GITHUB_ACTIONS="true",
               GITHUB_EVENT_NAME=event, RUNNER_TEMP=folder, **files)
    env.update({k: expand(v) for k, v in job.get("env", {}).items()})
    for name in files.values():
        open(name, "w").close()
    for step in job["steps"]:
        if "uses" in step:
            assert step["uses"].startswith("actions/checkout@"), step
            step = {"name": "checkout", "run": os.environ["CHECKOUT"] +
                    f" {checkout}"}
            os.mkdir(checkout)
        if not is_wanted(step):
            continue
        print(f"# {step['name']}", flush=True)
        code = run(step, env)
        if code:
            return code
        take_over(env)
    return 0


sys.exit(main())
