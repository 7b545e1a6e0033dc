"""The art store: what is taken and refused, how pictures reach the paper, and that nothing is lost."""

from __future__ import annotations

import os
import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from carddb.edit import EditError
from carddb.layout.pictures import PictureError, effective_dpi, inspect_picture, visible_part
from carddb.pdf.images import plain_picture
from carddb.pdf.scaled import decode_picture
from carddb.pipeline.art import add_art, check_art, list_art, match_files, sweep_art
from carddb.pipeline.art_store import give_folder_art, hash_of, read_art, store_art
from carddb.pipeline.project import open_project


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, *further: bytes, rows: bytes | None = None) -> bytes:
    rows = zlib.compress(b"".join(b"\0" + b"\x40\x80\xc0" * width for _ in range(height))) if rows is None else rows
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(further) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def saved(file: Path, mode: str = "RGB", size: tuple[int, int] = (60, 40), **options: object) -> Path:
    Image.effect_noise(size, 60).convert(mode).save(file, **options)
    return file


BROKEN = {
    "huge header.png": (png(12_000, 16_000, rows=b"x"), "12,000 x 16,000 pixels"),
    "truncated.png": (png(60, 40)[:-60], "damaged|no picture"),
    "short rows.png": (png(60, 40, rows=zlib.compress(b"\0" * 90)), "damaged|no picture"),
    "text bomb.png": (
        png(8, 8, chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(80_000_000)))), "damaged|no picture"
    ),
    "loop.tif": (b"II*\0\x08\0\0\0\0\0\x08\0\0\0", "damaged|no picture|no pixels"),
    "a.gif": (b"GIF89a" + bytes(40), "GIF.*save it as PNG"),
    "a.svg": (b"<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG.*export it as PNG"),
    "a.heic": (b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"),
    "empty.png": (b"", "empty"),
    "words.jpg": (b"not a picture at all", "no picture"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_broken_or_foreign_picture_is_refused_with_a_reason_and_nothing_is_stored(tmp_path: Path, name: str) -> None:
    data, why = BROKEN[name]
    file = tmp_path / name
    file.write_bytes(data)
    with pytest.raises(PictureError, match=why):
        store_art(tmp_path / "art", file, author="me")
    assert not list(tmp_path.glob("art/*"))


def test_truncated_jpeg_is_refused(tmp_path: Path) -> None:
    file = saved(tmp_path / "a.jpg")
    file.write_bytes(file.read_bytes()[:-300])
    with pytest.raises(PictureError, match="damaged"):
        store_art(tmp_path / "art", file, author="me")


def test_png_with_trailing_data_is_kept_whole_and_printed_without_it(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png(60, 40) + b"secret")
    art = store_art(tmp_path / "art", file, author="me")
    assert (tmp_path / "art" / art.name).read_bytes() == file.read_bytes()
    plain = plain_picture(BytesIO(file.read_bytes()))
    assert plain is not None
    assert plain.spans[-1][0] + plain.spans[-1][1] < len(file.read_bytes()) - len(b"secret")


def test_equal_content_is_stored_once_under_its_hash(tmp_path: Path) -> None:
    file = saved(tmp_path / "Stone Golem.png")
    first = store_art(tmp_path / "art", file, author="ann", credit="Ann", licence="CC0-1.0")
    again = store_art(tmp_path / "art", file, author="bob")
    assert first.name == f"{hash_of(file.read_bytes())}.png"
    assert (again.author, again.original, again.licence) == ("ann", "Stone Golem.png", "CC0-1.0")
    assert len(list((tmp_path / "art").glob("*.png"))) == 1
    assert read_art(tmp_path / "art" / first.name) == again


def test_cameras_flag_turns_the_picture(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    file = saved(tmp_path / "a.jpg", exif=exif)
    facts = inspect_picture(file)
    assert (facts.width, facts.height) == (40, 60)
    assert plain_picture(BytesIO(file.read_bytes())) is None
    made = decode_picture(BytesIO(file.read_bytes()), "a.jpg")
    assert Image.open(BytesIO(made.color)).size == (40, 60)


def test_transparency_becomes_a_mask(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (20, 20), (255, 0, 0, 0))
    picture.paste((0, 0, 255, 255), (10, 0, 20, 20))
    picture.save(tmp_path / "a.png")
    made = decode_picture(BytesIO((tmp_path / "a.png").read_bytes()), "a.png")
    mask = Image.open(BytesIO(made.mask))
    assert (mask.getpixel((2, 2)), mask.getpixel((15, 2))) == (0, 255)


def test_sixteen_bits_become_eight_without_clipping(tmp_path: Path) -> None:
    Image.new("I;16", (8, 8), 32_896).save(tmp_path / "a.png")
    made = decode_picture(BytesIO((tmp_path / "a.png").read_bytes()), "a.png")
    assert Image.open(BytesIO(made.color)).getpixel((0, 0)) == 128


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGB", "RGBA"])
def test_every_kind_of_png_can_be_decoded(tmp_path: Path, mode: str) -> None:
    file = saved(tmp_path / "a.png", mode)
    made = decode_picture(BytesIO(file.read_bytes()), "a.png", width=30, most=10)
    assert Image.open(BytesIO(made.color)).size == (30, 20)


def test_cmyk_is_converted_and_said(tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    Image.new("CMYK", (20, 20), (0, 255, 255, 0)).save(file, quality=95)
    assert "by formula" in inspect_picture(file).notices[0]
    red, green, blue = Image.open(BytesIO(decode_picture(BytesIO(file.read_bytes()), "a").color)).getpixel((5, 5))
    assert red > 230
    assert max(green, blue) < 30


def test_second_picture_of_a_moving_one_is_told_to_be_left_out(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (20, 20), color) for color in ("red", "blue")]
    frames[0].save(tmp_path / "a.webp", save_all=True, append_images=frames[1:])
    assert "first of its 2" in inspect_picture(tmp_path / "a.webp").notices[0]


def test_focus_and_crop_choose_what_is_seen() -> None:
    assert visible_part(200, 100, (50, 50)) == (50, 0, 150, 100)
    assert visible_part(200, 100, (50, 50), "0 50") == (0, 0, 100, 100)
    assert visible_part(200, 100, (50, 50), "", "50 0 75 50") == (100, 0, 150, 50)
    assert effective_dpi(600, 300, (25_400, 25_400)) == 300
    assert effective_dpi(600, 300, (25_400, 25_400), "", "0 0 25 50") == 150


def test_files_become_art_of_the_cards_they_name_all_or_none(shipped_file: Path, tmp_path: Path) -> None:
    project = open_project(str(shipped_file))
    card = next(c for c in project.catalog("soulhold").cards if c.printings)
    folder = tmp_path / "in"
    folder.mkdir()
    good = saved(folder / f"{card.name}.png")
    saved(folder / "no such card.png")
    with pytest.raises(EditError, match="no such card"):
        add_art(project, "soulhold", [folder], author="me")
    assert not list_art(project, "soulhold")
    (folder / "no such card.png").unlink()
    assert match_files(project.catalog("soulhold"), [good])[0].card == card
    add_art(project, "soulhold", [folder], author="me")
    (row,) = list_art(project, "soulhold")
    assert row.card == card.code
    assert not check_art(project, "soulhold")
    out = give_folder_art(project.files / "art", tmp_path / "data", project.catalog("soulhold"))
    assert [file.read_bytes() for file in out] == [good.read_bytes()]
    (project.files / "art" / row.art).write_bytes(png(8, 8))
    assert "not what was stored" in check_art(project, "soulhold")[0].message


def test_sweep_takes_only_old_pictures_that_nobody_names(shipped_file: Path, tmp_path: Path) -> None:
    project = open_project(str(shipped_file))
    art = store_art(project.files / "art", saved(tmp_path / "a.png"), author="me")
    assert sweep_art(project) == []
    os.utime(project.files / "art" / art.name, (0, 0))
    assert [file.name for file in sweep_art(project, dry_run=True)] == [art.name]
    assert (project.files / "art" / art.name).exists()
    sweep_art(project)
    assert not list((project.files / "art").glob(f"{art.name[:40]}*"))
