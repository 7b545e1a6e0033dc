"""The art store: what is taken and refused, how pictures reach the paper, and that nothing is lost."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from carddb.edit import EditError
from carddb.edit.convert import catalog_document
from carddb.exchange.folder import write_folder
from carddb.layout.boxes import Image as Box
from carddb.layout.pictures import PictureError, effective_dpi, inspect_picture, visible_part
from carddb.pdf.bands import bands
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.images import plain_picture
from carddb.pdf.scaled import decode_picture, scaled_picture
from carddb.pdf.writer import Document
from carddb.pipeline.art import add_art, check_art, list_art, match_files, sweep_art
from carddb.pipeline.art_store import give_folder_art, hash_of, read_art, store_art
from carddb.pipeline.project import Project, load_folders, open_project
from carddb.resources import resource


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
    assert first.name == f"{hash_of(file)}.png"
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


def test_files_become_art_of_the_cards_they_name_all_or_none(fresh_shipped: Project, tmp_path: Path) -> None:
    project = fresh_shipped
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


def test_sweep_takes_only_old_pictures_that_nobody_names(fresh_shipped: Project, tmp_path: Path) -> None:
    project = fresh_shipped
    art = store_art(project.files / "art", saved(tmp_path / "a.png"), author="me")
    assert sweep_art(project) == []
    os.utime(project.files / "art" / art.name, (0, 0))
    assert [file.name for file in sweep_art(project, dry_run=True)] == [art.name]
    assert (project.files / "art" / art.name).exists()
    sweep_art(project)
    assert not list((project.files / "art").glob(f"{art.name[:40]}*"))


@pytest.mark.parametrize("kind", ["L", "LA", "RGB", "RGBA", "raw.tif", "lzw.tif", "planes.tif"])
def test_picture_read_in_bands_is_the_one_read_whole(tmp_path: Path, kind: str) -> None:
    mode = kind if "." not in kind else "RGBA"
    channels = [Image.effect_noise((1_500, 1_201), 90) for _ in range(len(mode))]
    whole = Image.merge(mode, channels) if len(mode) > 1 else channels[0]
    file = tmp_path / ("a.tif" if "." in kind else "a.png")
    whole.save(file, compression={"lzw.tif": "tiff_lzw", "planes.tif": "tiff_deflate"}.get(kind))
    with Image.open(file) as opened, file.open("rb") as source:
        made = list(bands(opened, source, 7))
    assert len(made) > 1
    assert all(band.height % 7 == 0 for band in made[:-1])
    joined = Image.new(mode, whole.size)
    top = 0
    for band in made:
        joined.paste(band, (0, top))
        top += band.height
    assert joined.tobytes() == whole.tobytes()


def test_large_png_that_is_cut_short_or_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    saved(file, "RGB", (1_500, 1_200), compress_level=1)
    data = file.read_bytes()
    for broken in (data[: len(data) // 2], data[:-4_000] + b"\0\1\2\3" + data[-3_996:]):
        file.write_bytes(broken)
        with pytest.raises(PictureError, match="damaged"):
            store_art(tmp_path / "art", file, author="me")


def test_print_of_a_forty_megapixel_picture_stays_below_200_mb(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.linear_gradient("L").convert("RGB").convert("RGBA").resize((7_300, 5_470)).save(file, compress_level=1)
    code = (
        "import io, resource, sys; from pathlib import Path\n"
        "from carddb.pdf.draw import Painter; from carddb.pdf.fonts import FontBook\n"
        "from carddb.pdf.writer import Document; from carddb.pipeline.art_store import store_art\n"
        "file = Path(sys.argv[1]); art = store_art(file.parent / 'art', file, author='me')\n"
        "painter = Painter(Document(io.BytesIO(), FontBook(), title='t'))\n"
        "painter.image(str(file.parent / 'art' / art.name), 55_000)\n"
        "status = Path('/proc/self/status').read_text()\n"
        "print(status.split('VmHWM:')[1].split()[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    assert int(done.stdout) / 1_000 < 200


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("a.webp", {"size": (3_000, 2_400), "quality": 1, "method": 0}, "WebP of 7.2 megapixels"),
        ("a.jpg", {"size": (4_600, 4_400), "progressive": True, "subsampling": 0}, "progressive JPEG"),
    ],
)
def test_picture_whose_reader_needs_too_much_memory_is_refused(
    tmp_path: Path, name: str, options: dict[str, Any], why: str
) -> None:
    Image.new("RGB", options.pop("size"), "red").save(tmp_path / name, **options)
    with pytest.raises(PictureError, match=why):
        store_art(tmp_path / "art", tmp_path / name, author="me")


def jpeg_with_height(file: Path, height: int) -> bytes:
    data = saved(file, size=(160, 120)).read_bytes()
    place = data.index(b"\xff\xc0") + 5
    return data[:place] + height.to_bytes(2, "big") + data[place + 2 :]


@pytest.mark.parametrize("height", [8, 240, 60_000])
def test_jpeg_that_lies_about_its_height_is_printed_or_refused_and_nothing_breaks(
    tmp_path: Path, height: int
) -> None:
    file = tmp_path / "a.jpg"
    file.write_bytes(jpeg_with_height(file, height))
    if height == 60_000:
        with pytest.raises(PictureError, match="is the most"):
            store_art(tmp_path / "art", file, author="me")
        return
    art = store_art(tmp_path / "art", file, author="me")
    assert (art.picture.width, art.picture.height) == (160, height)
    out = BytesIO()
    document = Document(out, FontBook(), title="t")
    Painter(document).page([Box(0, 0, 50_000, 40_000, str(file))], 60_000, 50_000)
    document.finish()
    assert pypdfium2.PdfDocument(out.getvalue())[0].render(scale=0.2).to_pil().size[0] > 0


def test_jpeg_without_its_end_is_never_passed_through(tmp_path: Path) -> None:
    file = saved(tmp_path / "a.jpg")
    file.write_bytes(file.read_bytes()[:-300])
    assert plain_picture(BytesIO(file.read_bytes())) is None


def test_turned_png_and_tiff_are_decoded_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = Image.new("RGB", (60, 40), "red")
    picture.paste("blue", (0, 0, 30, 40))
    for name in ("a.png", "a.tif"):
        picture.save(tmp_path / name, exif=exif)
        data = (tmp_path / name).read_bytes()
        facts = inspect_picture(tmp_path / name)
        assert (facts.width, facts.height) == (40, 60)
        assert plain_picture(BytesIO(data)) is None
        made = Image.open(BytesIO(decode_picture(BytesIO(data), name).color))
        assert made.getpixel((5, 5)) == made.getpixel((35, 5)) == (0, 0, 255)


def test_big_endian_sixteen_bit_tiff_becomes_eight_bits(tmp_path: Path) -> None:
    data = struct.pack(">4H", 0, 32_896, 65_535, 257)
    tags = [(256, 4), (257, 1), (258, 16), (259, 1), (262, 1), (273, 8), (277, 1), (278, 1)]
    head = b"MM\0*" + struct.pack(">I", 16) + data
    body = b"".join(struct.pack(">HHIHH", tag, 3, 1, value, 0) for tag, value in tags)
    body += struct.pack(">HHIHH", 279, 3, 1, len(data), 0)
    (tmp_path / "a.tif").write_bytes(head + struct.pack(">H", len(tags) + 1) + body + bytes(4))
    made = decode_picture(BytesIO((tmp_path / "a.tif").read_bytes()), "a.tif")
    assert Image.open(BytesIO(made.color)).tobytes() == bytes((0, 128, 255, 1))


def test_many_at_once_keep_one_scaled_copy_and_a_locked_folder_costs_only_time(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.linear_gradient("L").convert("RGBA").resize((400, 300)).save(file)
    picture = Image.open(file)
    picture.putalpha(picture.getchannel("R"))
    picture.save(file)
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: scaled_picture(BytesIO(file.read_bytes()), file, "k", 90, 90), range(24)))
    assert len(set(made)) == 1
    assert sorted(p.name for p in (tmp_path / "derived").iterdir()) == ["k-90.alpha", "k-90.mask.png"]
    other = tmp_path / "locked"
    other.mkdir()
    locked = Path(shutil.copy(file, other))
    (other / "derived").write_text("no folder can be made here")
    made_again = scaled_picture(BytesIO(locked.read_bytes()), locked, "k", 90, 90)
    assert Image.open(BytesIO(made_again.color)).size == (90, 68)


def data_with_art(folder: Path, picture: Path) -> Path:
    """Copy the shipped Soulhold and give its first card with a printing this picture."""
    shutil.copytree(resource("data") / "soulhold", folder)
    (folder / "art").mkdir()
    shutil.copy(picture, folder / "art" / "golem-at-dawn.png")
    file = folder / "cards.toml"
    text = file.read_text("utf-8")
    wanted = 'number = "001", '
    assert wanted in text
    file.write_text(text.replace(wanted, f'{wanted}art = "golem-at-dawn.png", art_focus = "50 30", ', 1), "utf-8")
    return folder


def test_folder_with_pictures_is_loaded_and_dumped_byte_for_byte(tmp_path: Path) -> None:
    picture = saved(tmp_path / "a.png", "RGBA", (300, 200))
    folder = data_with_art(tmp_path / "soulhold", picture)
    project = open_project(str(tmp_path / "x.db"), create=True, fill=False)
    load_folders(project.engine, [folder], author="me", files=project.files / "art")
    (row,) = list_art(project, "soulhold")
    catalog = project.catalog("soulhold")
    out = tmp_path / "out"
    write_folder(catalog_document(catalog), out)
    (written,) = give_folder_art(project.files / "art", out, catalog)
    assert written.read_bytes() == picture.read_bytes()
    (tmp_path / "again").mkdir()
    again = open_project(str(tmp_path / "again" / "y.db"), create=True, fill=False)
    load_folders(again.engine, [out], author="me", files=again.files / "art")
    assert [r.art for r in list_art(again, "soulhold")] == [row.art]
    assert catalog_document(again.catalog("soulhold")) == catalog_document(catalog)


def test_failed_load_leaves_only_what_the_sweep_takes(tmp_path: Path) -> None:
    folder = data_with_art(tmp_path / "soulhold", saved(tmp_path / "a.png"))
    rules = folder / "cards.toml"
    rules.write_text(rules.read_text("utf-8") + "\n[[card]]\ncode = 5\n", "utf-8")
    project = open_project(str(tmp_path / "x.db"), create=True, fill=False)
    with pytest.raises(EditError):
        load_folders(project.engine, [folder], author="me", files=project.files / "art")
    assert project.rulesets() == []
    for file in (project.files / "art").glob("*"):
        os.utime(file, (0, 0))
    sweep_art(project)
    assert not list((project.files / "art").glob("*"))
