"""Work in the background: progress, a stop within a moment, files that are kept for a day, several processes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from carddb.edit import EditError
from carddb.pipeline.jobs import KEPT_SECONDS, SILENT_SECONDS, Job, JobBoard, Made, Progress, Work
from carddb.pipeline.project import UsageError
from carddb.rules import Finding, Where


@pytest.fixture
def mistakes() -> list[BaseException]:
    return []


@pytest.fixture
def board(tmp_path: Path, mistakes: list[BaseException]) -> JobBoard:
    return JobBoard(tmp_path / "jobs", mistakes.append)


def begin(board: JobBoard, work: Work, key: str = "a") -> Job:
    return board.start("testbed", key, work, title="Sheets", name="sheets.pdf", mimetype="application/pdf")


def until(holds: Callable[[], bool], seconds: float = 10) -> float:
    """Wait until something holds. Returns: how long that took."""
    start = time.monotonic()
    while not holds():
        assert time.monotonic() - start < seconds, "it never happened"
        time.sleep(0.01)
    return time.monotonic() - start


def now(board: JobBoard, job: Job) -> Job:
    found = board.find(job.id)
    assert found is not None
    return found


def end_of(board: JobBoard, work: Work) -> Job:
    job = begin(board, work)
    until(lambda: now(board, job).is_over)
    return now(board, job)


def write(path: Path, _progress: Progress) -> Made:
    path.write_text("made")
    return Made(
        "1 page", [Finding("card.fit", "warning", "Too long.", Where("card", "golem", "Golem"), hint="Cut it.")]
    )


def work_for_ever(path: Path, progress: Progress) -> Made:
    path.write_text("half")
    done = 0
    while True:
        done += 1
        progress("pages", done, 10**9)
        time.sleep(0.005)


def test_job_that_is_done_has_its_file_and_its_findings(board: JobBoard) -> None:
    job = end_of(board, write)
    assert (job.state, job.text, job.name) == ("done", "1 page", "sheets.pdf")
    assert board.file(job).read_text() == "made"
    assert [(f.message, f.where.name, f.hint) for f in job.findings] == [("Too long.", "Golem", "Cut it.")]


def test_progress_is_seen_by_another_process(board: JobBoard, tmp_path: Path) -> None:
    other = JobBoard(tmp_path / "jobs", lambda error: None)
    job = begin(board, work_for_ever)
    until(lambda: now(other, job).done > 0)
    assert now(other, job).text == "pages"
    other.cancel(now(other, job))
    until(lambda: now(board, job).state == "stopped")


def test_stopped_job_ends_within_two_seconds_and_leaves_no_file(board: JobBoard) -> None:
    job = begin(board, work_for_ever)
    until(lambda: now(board, job).done > 0)
    board.cancel(now(board, job))
    assert now(board, job).state == "stopped"
    assert until(lambda: not is_working(job)) < 2
    assert not board.file(job).exists()


def is_working(job: Job) -> bool:
    return any(thread.name == f"job {job.id}" for thread in threading.enumerate())


def test_job_that_waits_for_its_turn_can_be_stopped(board: JobBoard) -> None:
    first = [begin(board, work_for_ever, key) for key in "ab"]
    waiting = begin(board, write, "c")
    until(lambda: all(now(board, job).state == "running" for job in first))
    assert now(board, waiting).state == "waiting"
    board.cancel(waiting)
    assert until(lambda: not is_working(waiting)) < 2
    for job in first:
        board.cancel(job)
    until(lambda: not any(map(is_working, first)))


def test_same_job_is_not_done_twice_at_the_same_time(board: JobBoard) -> None:
    first = begin(board, work_for_ever)
    assert begin(board, work_for_ever).id == first.id
    assert begin(board, work_for_ever, "b").id != first.id
    for job in board.list():
        board.cancel(job)
    assert begin(board, write).id != first.id


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (UsageError("No card matches."), "No card matches."),
        (EditError([Finding("template", "error", "Bad font.")]), "The print template cannot be used."),
        (OSError(28, "No space left on device"), "The file could not be written: No space left on device."),
    ],
)
def test_work_that_fails_says_why(
    board: JobBoard, mistakes: list[BaseException], error: Exception, problem: str
) -> None:
    def work(path: Path, _progress: Progress) -> Made:
        path.write_text("half")
        raise error

    job = end_of(board, work)
    assert (job.state, job.problem) == ("failed", problem)
    assert not board.file(job).exists()
    assert mistakes == []


def test_mistake_of_ours_is_reported_and_not_shown(board: JobBoard, mistakes: list[BaseException]) -> None:
    def work(_path: Path, _progress: Progress) -> Made:
        raise ZeroDivisionError("secret")

    job = end_of(board, work)
    assert job.state == "failed"
    assert "secret" not in job.problem
    assert [type(mistake) for mistake in mistakes] == [ZeroDivisionError]


def test_work_without_a_file_has_failed_with_its_findings(board: JobBoard) -> None:
    job = end_of(board, lambda path, progress: Made("", [Finding("sheet.empty", "error", "Nothing.")]))
    assert job.state == "failed"
    assert [finding.message for finding in job.findings] == ["Nothing."]


def test_job_whose_process_died_is_interrupted_and_can_be_begun_again(board: JobBoard) -> None:
    job = Job("0123456789abcdef", "testbed", "a", "Sheets", "sheets.pdf", "application/pdf", "running")
    place = board.folder / job.id
    place.mkdir(parents=True)
    board._write(job)
    board._beat(job)
    assert now(board, job).state == "running"
    long_ago = time.time() - SILENT_SECONDS - 5
    os.utime(place / "beat", (long_ago, long_ago))
    assert now(board, job).state == "interrupted"
    again = begin(board, write)
    assert again.id != job.id
    until(lambda: now(board, again).state == "done")


def test_old_jobs_are_removed_when_another_begins(board: JobBoard) -> None:
    old = end_of(board, write)
    place = board.folder / old.id
    long_ago = time.time() - KEPT_SECONDS - 60
    os.utime(place / "beat", (long_ago, long_ago))
    os.utime(place, (long_ago, long_ago))
    until(lambda: now(board, begin(board, write, "b")).is_over)
    assert board.find(old.id) is None
    assert not place.exists()


@pytest.mark.parametrize("odd", ["", "..", "../jobs", "0" * 17, "ZZ", "0123456789ABCDEF"])
def test_id_that_is_none_finds_nothing(board: JobBoard, odd: str) -> None:
    assert board.find(odd) is None
