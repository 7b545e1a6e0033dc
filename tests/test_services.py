"""Print services: profiles with all their problems, files opened again by other readers, folders whole or not."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from carddb.cli import main
from carddb.edit import EditError
from carddb.layout.services import load_service
from carddb.layout.template_file import list_templates
from carddb.pdf.sheets import Cancelled
from carddb.pipeline.preflight import find_service
from carddb.pipeline.printing import Printed, Shop
from carddb.pipeline.project import UsageError
from carddb.pipeline.services import order_service
from carddb.pipeline.verify import verify
from tests.printing import write_template
from tests.support import shipped

PICTURES = {"mpc": (822, 1122), "gamecrafter": (825, 1125), "images": (744, 1039)}


def order(folder: Path, service: str, query: str = "code:cinder_cat", **fields: object) -> Printed:
    return order_service(shipped("soulhold"), folder / "files", service, folder / "order", query=query, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", list_templates("services"))
def test_every_service_writes_an_order_that_it_finds_right_again(name: str, tmp_path: Path) -> None:
    result = order(tmp_path, name)
    report = (result.path / "report.txt").read_text("utf-8")
    assert "ok    Previews" in report
    assert "WRONG" not in report
    assert (result.path / "order.csv").is_file()
    assert list(tmp_path.iterdir()) == [tmp_path / "order"]


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_have_the_pixels_of_the_house(name: str, tmp_path: Path) -> None:
    files = sorted(order(tmp_path, name).path.rglob("*.png"))
    with Image.open(files[0]) as picture:
        assert picture.size == PICTURES[name]
        assert picture.mode == "RGB"
        assert round(picture.info["dpi"][0]) == 300


def test_fronts_and_backs_are_paired_by_name_and_a_file_stands_for_each_copy(tmp_path: Path) -> None:
    folder = order(tmp_path, "mpc", copies=3).path
    fronts = sorted(file.name for file in (folder / "fronts").iterdir())
    assert len(fronts) == 3
    assert fronts == sorted(file.name for file in (folder / "backs").iterdir())
    assert all(name.startswith("cinder_cat-") for name in fronts)


def test_listed_copies_are_one_file_and_a_quantity(tmp_path: Path) -> None:
    folder = order(tmp_path, "gamecrafter", copies=3).path
    rows = list(csv.DictReader((folder / "order.csv").read_text("utf-8").splitlines()))
    assert [row["quantity"] for row in rows] == ["3"]
    assert (folder / rows[0]["front"]).is_file()
    assert (folder / rows[0]["back"]).is_file()


def test_pdf_has_the_back_first_and_states_its_boxes(tmp_path: Path) -> None:
    pages = PdfReader(order(tmp_path, "drivethrucards").path / "cards.pdf").pages
    assert len(pages) == 2
    assert "Cinder" not in pages[0].extract_text()
    assert "Cinder" in pages[1].extract_text().title()
    for page in pages:
        assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 198, 270])
        assert [float(v) for v in page["/BleedBox"]] == pytest.approx([0, 0, 198, 270])
        assert [float(v) for v in page["/TrimBox"]] == pytest.approx([9, 9, 189, 261])


def test_eighteen_cards_fill_one_sheet_and_the_nineteenth_begins_another(tmp_path: Path) -> None:
    pages = PdfReader(order(tmp_path, "printplaygames", copies=19).path / "cards.pdf").pages
    assert len(pages) == 4
    assert [float(v) for v in pages[0].mediabox] == pytest.approx([0, 0, 864, 1296])


def test_the_bleed_is_painted_to_the_edge_of_the_picture(tmp_path: Path) -> None:
    front = next((order(tmp_path, "gamecrafter").path).glob("*-front.png"))
    picture = Image.open(front).convert("RGB")
    width, height = picture.size
    sides = [(0, 0, 1, height), (width - 1, 0, width, height), (0, 0, width, 1), (0, height - 1, width, height)]
    assert all(max(picture.crop(side).getextrema()[2]) < 250 for side in sides)


def test_a_wrong_picture_is_found_when_the_order_is_opened_again(tmp_path: Path) -> None:
    catalog = shipped("soulhold")
    shop = Shop(catalog, tmp_path / "files")
    service = find_service("images", shop.folders)
    folder = order(tmp_path, "images", "code:cinder_cat or code:singed_apprentice").path
    rows = list(csv.DictReader((folder / "order.csv").read_text("utf-8").splitlines()))
    first, second = (row["front"] for row in rows)
    shutil.copy(folder / first, folder / second)
    from carddb.pipeline.printing import Wish, choose_items

    items = choose_items(catalog, "code:cinder_cat or code:singed_apprentice", None)
    plan, _ = shop.plan(service.sheet, items, "none", "", Wish())
    files = [(item, (row["front"],), ()) for item, row in zip(items, rows, strict=True)]
    bad = [check.title for check in verify(service, plan, shop.fonts, folder, files) if not check.is_good]
    assert bad == ["Previews"]


def test_a_stopped_order_leaves_nothing(tmp_path: Path) -> None:
    def stop(text: str, _done: int, _total: int) -> None:
        if text == "Drawing cards":
            raise Cancelled

    with pytest.raises(Cancelled):
        order(tmp_path, "mpc", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_files_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "order").mkdir()
    (tmp_path / "order" / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="other files"):
        order(tmp_path, "images")
    assert [file.name for file in (tmp_path / "order").iterdir()] == ["thesis.txt"]


def test_an_earlier_order_is_replaced_whole(tmp_path: Path) -> None:
    order(tmp_path, "mpc", copies=2)
    folder = order(tmp_path, "images").path
    assert not (folder / "fronts").exists()
    assert len(list(folder.rglob("*.png"))) == 1


def test_the_same_order_has_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for place in (first, second):
        place.mkdir()
        order(place, "drivethrucards")
    names = ("cards.pdf", "order.csv", "report.txt")
    assert all((first / "order" / n).read_bytes() == (second / "order" / n).read_bytes() for n in names)


def test_an_error_of_the_preflight_stops_the_order(tmp_path: Path) -> None:
    folders = write_template(tmp_path / "print_templates", strict(), "strict", "services")
    assert folders
    with pytest.raises(EditError) as caught:
        order(tmp_path, "strict")
    assert {finding.code for finding in caught.value.findings} == {"print.text_small"}
    assert not (tmp_path / "order").exists()


def strict() -> str:
    from carddb.resources import resource

    text = (resource("print_templates") / "services" / "mpc.toml").read_text("utf-8")
    return text.replace('min_text = "4.5pt"', 'min_text = "7pt"')


def test_all_problems_of_a_service_are_told_at_once(tmp_path: Path) -> None:
    text = 'format = 1\nkind = "faces"\ntrim_width = "nan"\ntrim_height = "0mm"\nbleed = "-1mm"\nglue = true\n'
    service, findings = load_service("mine", folders=write_template(tmp_path, text, kind="services"))
    assert service is None
    places = {finding.where.entry for finding in findings}
    assert places == {"service.trim_width", "service.trim_height", "service.bleed", "service.glue"}


def test_pixels_that_do_not_fit_the_lengths_are_told(tmp_path: Path) -> None:
    text = strict().replace("[822, 1122]", "[825, 1122]")
    _, findings = load_service("mine", folders=write_template(tmp_path, text, kind="services"))
    assert [finding.where.entry for finding in findings] == ["service.pixels"]
    assert "822.0" in findings[0].message


@pytest.mark.parametrize("name", ["../{card}{copy}.png", "{card}{copy}.jpg", "fronts/x{copy}.png"])
def test_file_names_that_leave_the_folder_or_clash_are_refused(name: str, tmp_path: Path) -> None:
    text = strict().replace("fronts/{card}{copy}.png", name)
    _, findings = load_service("mine", folders=write_template(tmp_path, text, kind="services"))
    assert [finding.where.entry for finding in findings] == ["service.front"]


def test_unknown_service_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="drivethrucards"):
        order(tmp_path, "nobody")


def test_command_lists_the_services(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["service", "--list"])
    assert left.value.code == 0
    assert "gamecrafter" in capsys.readouterr().out
