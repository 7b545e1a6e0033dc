"""Writing folders of files: all of them or none."""

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from carddb.exchange.files import write_files

SMALL, LARGE = b"x", bytes(200_000)


@pytest.fixture
def no_room() -> Iterator[None]:
    """Let the system refuse files of more than 100,000 bytes, as a full disk would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_new_folder_is_there_with_all_its_files(tmp_path: Path) -> None:
    written = write_files(tmp_path / "a" / "game", {"one": SMALL, "deep/two": LARGE})
    assert written == [tmp_path / "a" / "game" / "one", tmp_path / "a" / "game" / "deep" / "two"]
    assert [path.read_bytes() for path in written] == [SMALL, LARGE]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["game"]


@pytest.mark.usefixtures("no_room")
def test_full_disk_leaves_no_new_folder_and_names_it(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nothing was written, make room") as refused:
        write_files(tmp_path / "a" / "game", {"one": SMALL, "deep/two": LARGE})
    assert refused.value.filename == str(tmp_path / "a" / "game")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_room")
def test_full_disk_leaves_a_folder_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"old")
    with pytest.raises(OSError, match="nothing was written"):
        write_files(tmp_path, {"one": SMALL, "deep/two": LARGE})
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("one", b"old")]


def test_other_files_of_a_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "notes").write_bytes(b"mine")
    write_files(tmp_path, {"one": SMALL})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes", "one"]


def test_folder_in_the_place_of_a_file_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    with pytest.raises(OSError, match="folder is in the place") as refused:
        write_files(tmp_path, {"one": SMALL, "two": SMALL})
    assert refused.value.filename == str(tmp_path / "two")
    assert [path.name for path in tmp_path.iterdir()] == ["two"]


def test_file_on_the_way_to_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(OSError, match="nothing was written") as refused:
        write_files(tmp_path / "file" / "game", {"one": SMALL})
    assert str(refused.value.filename).startswith(str(tmp_path / "file"))
