"""``.github/release`` in a temporary repository: its refusals and its tags."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ".github/release"
CHANGES = """# Changelog

## 0.2.0 (2026-11-23)

More of it.

### Playing

- A card \\n flies.

## 0.1.0 (2026-10-01)

The first version.
"""
IDENTITY = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


class Project:
    """A project with a version, a changelog and a ``.ci/run`` that records that it ran."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".github").mkdir()
        shutil.copy(ROOT / SCRIPT, folder / SCRIPT)
        self.write("pyproject.toml", '[project]\nname = "x"\nversion = "0.2.0"\n\n[tool]\npython_version = "3.11"\n')
        self.write("CHANGELOG.md", CHANGES)
        self.write(".gitignore", "ran\n")
        self.checks("touch ran")
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def checks(self, does: str) -> None:
        self.write(".ci/run", f"#!/bin/sh\n{does}\n")
        (self.folder / ".ci/run").chmod(0o755)

    def git(self, *words: str) -> str:
        command = ["git", *words]
        return subprocess.run(
            command, cwd=self.folder, env=os.environ | IDENTITY, capture_output=True, text=True, check=True, timeout=60
        ).stdout

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "x")

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the script from another folder: it finds its project itself."""
        command = [str(self.folder / SCRIPT), *words]
        return subprocess.run(
            command, cwd="/", env=os.environ | IDENTITY, capture_output=True, text=True, check=False, timeout=60
        )

    @property
    def ran(self) -> bool:
        return (self.folder / "ran").exists()

    @property
    def tags(self) -> list[str]:
        return self.git("tag").split()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_release_runs_all_checks_and_is_tagged_with_its_changes(project: Project) -> None:
    done = project.release()
    assert (done.returncode, done.stderr) == (0, "")
    assert project.ran
    assert "git push origin main v0.2.0" in done.stdout
    told = project.git("for-each-ref", "refs/tags/v0.2.0", "--format=%(objecttype)%0a%(contents)")
    kind, _, message = told.partition("\n")
    assert kind == "tag", "annotated"
    assert message.strip() == "Ligretto Kiosk 0.2.0\n\nMore of it.\n\n### Playing\n\n- A card \\n flies."


def test_a_dry_run_runs_nothing_and_tags_nothing(project: Project) -> None:
    done = project.release("--dry-run")
    assert (done.returncode, done.stdout) == (0, "0.2.0 can be released: .ci/run, then the tag v0.2.0\n")
    assert (project.ran, project.tags) == (False, [])


@pytest.mark.parametrize("words", [(), ("--dry-run",)])
@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("CHANGELOG.md", CHANGES.replace("## 0.2.0 (2026-11-23)", "## 0.3.0 (2026-11-23)"), "no section for 0.2.0"),
        ("CHANGELOG.md", CHANGES.replace("## 0.2.0 (", "## 0.2.01 ("), "no section for 0.2.0"),
        ("CHANGELOG.md", CHANGES.replace("0.2.0 (2026-11-23)", "0.2.0 (not released yet)"), "write the day"),
        ("CHANGELOG.md", "# Changelog\n\n## 0.2.0 (2026-11-23)\n\n## 0.1.0 (2026-10-01)\n\nx\n", "says nothing"),
        ("pyproject.toml", '[project]\nversion = "0.2"\n', "no version such as"),
        ("pyproject.toml", '[project]\nname = "x"\n', "no version such as"),
    ],
)
def test_what_is_missing_is_refused_before_anything_runs(
    project: Project, words: tuple[str, ...], file: str, text: str, why: str
) -> None:
    project.write(file, text)
    project.commit()
    done = project.release(*words)
    assert done.returncode == 1
    assert why in done.stderr
    assert (project.ran, project.tags) == (False, [])


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.txt"])
def test_changes_that_are_not_committed_are_refused(project: Project, name: str) -> None:
    project.write(name, "x")
    done = project.release()
    assert (done.returncode, project.ran, project.tags) == (1, False, [])
    assert "not committed" in done.stderr


def test_a_version_is_released_once(project: Project) -> None:
    assert project.release().returncode == 0
    project.commit()
    done = project.release()
    assert done.returncode == 1
    assert "v0.2.0 is there already" in done.stderr


def test_releases_are_made_from_main_alone(project: Project) -> None:
    project.git("switch", "--quiet", "--create", "other")
    assert "this is other" in project.release().stderr
    project.git("switch", "--quiet", "--detach")
    assert "no branch is checked out" in project.release().stderr
    assert (project.ran, project.tags) == (False, [])


@pytest.mark.parametrize("does", ["exit 3", "touch left_behind"])
def test_checks_that_fail_or_leave_something_make_no_release(project: Project, does: str) -> None:
    project.checks(does)
    project.commit()
    assert project.release().returncode != 0
    assert project.tags == []


@pytest.mark.parametrize("words", [("--dry",), ("--dry-run", "--dry-run"), ("0.2.0",)])
def test_other_words_are_no_release(project: Project, words: tuple[str, ...]) -> None:
    done = project.release(*words)
    assert (done.returncode, done.stderr) == (2, "usage: .github/release [--dry-run]\n")


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is missing: run systemd/setup dev --rig")
@pytest.mark.parametrize("script", [SCRIPT, ".ci/run"])
def test_shellcheck_finds_nothing_in_it(script: str) -> None:
    done = subprocess.run(["shellcheck", script], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "")


def test_all_that_takes_long_is_marked_in_the_files_in_which_ci_looks_for_it() -> None:
    """``.ci/run`` collects the long tests from the files that name the mark."""
    marked = re.compile(r"mark\.(long|appliance)\b")
    files = [file for file in (ROOT / "tests").rglob("*.py") if marked.search(file.read_text(encoding="utf-8"))]
    assert files
    assert [file for file in files if not file.name.startswith("test_")] == []


def test_the_version_stands_in_one_place() -> None:
    """Only pyproject.toml has the version."""
    version = next(
        line.split('"')[1]
        for line in (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
        if line.startswith("version = ")
    )
    sources = [path for room in ("kiosk", "hardware") for path in (ROOT / room).rglob("*.py")]
    assert [path for path in sources if f'"{version}"' in path.read_text(encoding="utf-8")] == []
