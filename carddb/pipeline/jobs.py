"""Long work in the background: one folder a job, which every process of a project can read, with progress and a stop.

No page, and no knowledge of what a job makes.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from carddb.edit import EditError
from carddb.pdf.sheets import Cancelled
from carddb.pipeline.project import UsageError
from carddb.rules import Finding, Where

Progress = Callable[[str, int, int], None]
"""Told what is done, and the parts done and in all; it raises Cancelled when somebody stopped the job."""

AT_ONCE = 2
"""Jobs that one process works on; further ones wait for their turn."""

KEPT_SECONDS = 24 * 3600
"""How long a job and its file are kept after it ended."""

SILENT_SECONDS = 15
"""A job whose process gave no sign of life for so long was interrupted."""

_BEAT = 1.0
_STEP = 0.1
_ID = re.compile(r"[0-9a-f]{16}")
_RUNNING = ("waiting", "running")


@dataclass(frozen=True, slots=True)
class Made:
    """What work made: a sentence about it, and what was found on the way."""

    text: str
    findings: Sequence[Finding] = ()


Work = Callable[[Path, Progress], Made]
"""Writes its file to the path. Raises: UsageError or EditError when it cannot be made; Cancelled from Progress."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is now.

    ruleset: its code; key: equal for jobs that would make the same file.
    state: waiting, running, done, stopped, failed or interrupted.
    name: name of the file; mimetype: its kind; text: what is done or what was made; problem: why it failed.
    """

    id: str
    ruleset: str
    key: str
    title: str
    name: str
    mimetype: str
    state: str = "waiting"
    text: str = ""
    done: int = 0
    total: int = 0
    problem: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether nothing happens any more."""
        return self.state not in _RUNNING

    @property
    def percent(self) -> int:
        """Return how much of the present step is done."""
        return min(100, 100 * self.done // self.total) if self.total else 0


class JobBoard:
    """The jobs of a project, in a folder of their own; several processes may share it."""

    def __init__(self, folder: Path, report: Callable[[BaseException], None]) -> None:
        """Use a folder; ``report`` is told of mistakes of our own."""
        self.folder = folder
        self._report = report
        self._turns = threading.BoundedSemaphore(AT_ONCE)

    def start(self, ruleset: str, key: str, work: Work, *, title: str, name: str, mimetype: str) -> Job:
        """Begin a job, unless one with the same key goes on. Returns: that job."""
        self._sweep()
        same = next((job for job in self.list() if job.key == key and not job.is_over), None)
        if same is not None:
            return same
        job = Job(secrets.token_hex(8), ruleset, key, title, name, mimetype)
        self._place(job).mkdir(parents=True)
        self._write(job)
        self._beat(job)
        threading.Thread(target=self._run, args=(job, work), name=f"job {job.id}", daemon=True).start()
        return job

    def find(self, job_id: str) -> Job | None:
        """Return a job as it is now, None when there is none of this id (any more)."""
        if not _ID.fullmatch(job_id):
            return None
        try:
            values = json.loads((self.folder / job_id / "job.json").read_text("utf-8"))
            beat = (self.folder / job_id / "beat").stat().st_mtime
        except (OSError, ValueError):
            return None
        job = Job(**{**values, "findings": tuple(map(_finding, values["findings"]))})
        if job.is_over:
            return job
        if self._is_stopped(job):
            return replace(job, state="stopped")
        return replace(job, state="interrupted") if time.time() - beat > SILENT_SECONDS else job

    def list(self) -> list[Job]:
        """Return all jobs, the newest first."""
        if not self.folder.is_dir():
            return []
        found = [(self.find(place.name), _changed(place)) for place in self.folder.iterdir()]
        return [job for job, _ in sorted(found, key=lambda pair: -pair[1]) if job is not None]

    def file(self, job: Job) -> Path:
        """Return where a job's file is, or will be."""
        return self._place(job) / "file"

    def cancel(self, job: Job) -> None:
        """Stop a job, whichever process works on it; one that is over stays as it is."""
        if not job.is_over:
            (self._place(job) / "stop").touch()

    def _place(self, job: Job) -> Path:
        return self.folder / job.id

    def _is_stopped(self, job: Job) -> bool:
        return (self._place(job) / "stop").exists()

    def _write(self, job: Job) -> None:
        """Put the state of a job in place in one step."""
        partial = self._place(job) / "job.part"
        partial.write_text(json.dumps(_as_json(job)), "utf-8")
        os.replace(partial, self._place(job) / "job.json")

    def _beat(self, job: Job) -> None:
        (self._place(job) / "beat").touch()

    def _run(self, job: Job, work: Work) -> None:
        over = threading.Event()
        beats = threading.Thread(target=self._live, args=(job, over), daemon=True)
        beats.start()
        try:
            end = self._work(job, work)
        except Cancelled:
            end = replace(job, state="stopped")
        except UsageError as error:
            end = replace(job, state="failed", problem=str(error))
        except EditError as error:
            problem = "The print template cannot be used."
            end = replace(job, state="failed", problem=problem, findings=_grave(error.findings))
        except OSError as error:
            end = replace(job, state="failed", problem=f"The file could not be written: {error.strerror}.")
        except Exception as error:
            self._report(error)
            end = replace(job, state="failed", problem="A mistake of ours; the server's log says what happened.")
        finally:
            over.set()
        if end.state != "done":
            self.file(job).unlink(missing_ok=True)
        if self._place(job).is_dir():
            self._write(end)

    def _work(self, job: Job, work: Work) -> Job:
        while not self._turns.acquire(timeout=_STEP):
            self._stop_if_asked(job)
        try:
            step = _Step(self, replace(job, state="running"))
            made = work(self.file(job), step)
            self._stop_if_asked(job)
        finally:
            self._turns.release()
        found = _grave(made.findings)
        if not self.file(job).is_file():
            return replace(job, state="failed", problem="Nothing could be made.", findings=found)
        return replace(job, state="done", text=made.text, done=1, total=1, findings=found)

    def _stop_if_asked(self, job: Job) -> None:
        if self._is_stopped(job):
            raise Cancelled

    def _live(self, job: Job, over: threading.Event) -> None:
        while not over.wait(_BEAT):
            if not self._place(job).is_dir():
                return
            self._beat(job)

    def _sweep(self) -> None:
        """Remove jobs that ended long ago."""
        if not self.folder.is_dir():
            return
        for place in self.folder.iterdir():
            if time.time() - _changed(place) > KEPT_SECONDS:
                shutil.rmtree(place, ignore_errors=True)


class _Step:
    """The progress of one job: written at most every tenth of a second, and the place where it is stopped."""

    def __init__(self, board: JobBoard, job: Job) -> None:
        self._board = board
        self._job = job
        self._written = 0.0
        self("", 0, 0)

    def __call__(self, text: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._written < _STEP:
            return
        self._written = now
        self._board._stop_if_asked(self._job)
        self._board._write(replace(self._job, text=text, done=done, total=total))


def _changed(place: Path) -> float:
    """Return when a job last gave a sign of life; a folder that goes away at this moment is very old."""
    try:
        return max(place.stat().st_mtime, (place / "beat").stat().st_mtime if (place / "beat").exists() else 0.0)
    except OSError:
        return 0.0


def _grave(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity != "info")


def _as_json(job: Job) -> dict[str, Any]:
    values = {name: getattr(job, name) for name in Job.__dataclass_fields__}
    return {**values, "findings": [finding.as_json() for finding in job.findings]}


def _finding(values: Mapping[str, Any]) -> Finding:
    where = Where(**{**values["where"], "span": None})
    return Finding(
        values["code"], values["severity"], values["message"], where, rule=values["rule"] or "", hint=values["hint"]
    )


__all__ = ["Job", "JobBoard", "Made", "Progress", "Work"]
