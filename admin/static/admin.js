// Small comforts on top of pages that work without them: questions before deleting, live preview, cells, a guard for
// unsaved text. Nothing here decides what is written.

const token = document.querySelector('meta[name="csrf-token"]')?.content ?? "";

document.querySelector(".menu-toggle")?.addEventListener("click", (event) => {
  const side = document.querySelector(".side");
  const isOpen = side.classList.toggle("open");
  event.currentTarget.setAttribute("aria-expanded", String(isOpen));
});

// Questions before deleting.
document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// A select that shows its choice at once.
document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submit]")) event.target.form.requestSubmit();
});

// Text that was typed and not saved is not lost by leaving.
let isDirty = document.querySelector("form[data-guard][data-dirty]") !== null;
document.addEventListener("input", (event) => {
  if (event.target.closest("form[data-guard]")) isDirty = true;
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-guard]") && !event.defaultPrevented) isDirty = false;
});
window.addEventListener("beforeunload", (event) => {
  if (isDirty) event.preventDefault();
});

// Ctrl+S saves, wherever the cursor is.
document.addEventListener("keydown", (event) => {
  if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const guarded = document.querySelector("form[data-guard]");
  if (!guarded) return;
  event.preventDefault();
  guarded.requestSubmit(guarded.querySelector("button.main"));
});

// Another card type has other fields: ask the server for the same form with them.
document.querySelector("select[data-retype]")?.addEventListener("change", (event) => {
  isDirty = false;
  event.target.form.requestSubmit(event.target.form.querySelector('button[value="retype"]'));
});

// The card as it would be printed, while it is being typed.
const form = document.querySelector("form[data-preview]");
if (form) {
  const picture = document.querySelector("[data-picture]");
  const state = document.querySelector("[data-picture-state]");
  const list = document.querySelector("[data-findings]");
  let timer = 0;
  let running = null;
  const draw = async () => {
    running?.abort();
    running = new AbortController();
    const fields = new FormData(form);
    fields.delete("do");
    fields.delete("printing_file"); // a picture is stored by art.js; the preview needs its name only
    state.hidden = false;
    state.textContent = "Drawing …";
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: fields, signal: running.signal });
      if (!answer.ok) throw new Error("refused");
      const found = await answer.json();
      if (found.picture) {
        picture.src = found.picture;
        picture.hidden = false;
        list.innerHTML = found.findings;
      }
      state.textContent = found.problem || "As you type it; not saved yet.";
    } catch (error) {
      if (error.name !== "AbortError") state.textContent = "The preview cannot be drawn now; saving still works.";
    }
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, 350);
  };
  form.addEventListener("input", plan);
  form.addEventListener("change", plan);
  if (form.dataset.dirty !== undefined) plan();
}

// Cells that are edited in place; the version of the row goes along, so nobody's change is overwritten.
for (const button of document.querySelectorAll("button.cell-edit")) {
  button.addEventListener("click", () => edit(button));
}

function edit(button) {
  const row = button.closest("tr");
  const field = document.createElement("textarea");
  field.value = button.dataset.value;
  field.rows = field.value.length > 60 ? 3 : 1;
  field.setAttribute("aria-label", button.dataset.column);
  const help = document.createElement("small");
  help.textContent = "Enter saves, Escape leaves it.";
  button.hidden = true;
  button.after(field, help);
  field.focus();
  field.select();
  const close = () => {
    field.remove();
    help.remove();
    button.hidden = false;
    button.focus();
  };
  field.addEventListener("keydown", async (event) => {
    if (event.key === "Escape") return close();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return undefined;
    event.preventDefault();
    const body = new FormData();
    body.set("csrf_token", token);
    body.set("list_form_pk", row.dataset.id);
    body.set("row_version", row.dataset.version);
    body.set(button.dataset.column, field.value);
    let found;
    try {
      const answer = await fetch(button.dataset.url, { method: "POST", body });
      found = await answer.json();
    } catch {
      found = { problem: "This was not saved; the server did not answer. Your text is still here." };
    }
    row.querySelector(".cell-problem")?.remove();
    if (found.problem) {
      const problem = document.createElement("span");
      problem.className = "cell-problem";
      problem.setAttribute("role", "alert");
      problem.textContent = found.problem;
      help.after(problem);
      return undefined;
    }
    row.dataset.version = found.version;
    const box = row.querySelector('input[name="rowid"]');
    if (box) box.value = `${row.dataset.id}:${found.version}`;
    button.textContent = found.text || "—";
    button.dataset.value = found.value;
    button.classList.add("saved");
    return close();
  });
}

// A file that is being made: how far it is; once it is there, the download begins.
const job = document.querySelector("[data-job]");
if (job) {
  const place = job.querySelector("[data-job-state]");
  const ask = async () => {
    try {
      const answer = await fetch(job.dataset.job);
      if (!answer.ok) throw new Error("refused");
      const found = await answer.json();
      if (found.html !== place.innerHTML) place.innerHTML = found.html;
      if (found.is_over) {
        job.querySelector("form")?.remove();
        window.history.replaceState(null, "", window.location.pathname); // loading it again downloads nothing
        if (found.state === "done") window.location.assign(job.dataset.file);
        return;
      }
    } catch {
      place.querySelector("[role=status]").textContent = "The server does not answer; asking again.";
    }
    setTimeout(ask, 400);
  };
  ask();
}

// Tick all rows of a list.
document.querySelector("input[data-all]")?.addEventListener("change", (event) => {
  for (const box of document.querySelectorAll(`input[name="${event.target.dataset.all}"]`)) box.checked = event.target.checked;
});

// The first sheet of a print job, while it is being described.
const shop = document.querySelector("form[data-proof]");
if (shop) {
  const place = shop.querySelector("[data-proof-pictures]");
  const text = shop.querySelector("[data-proof-text]");
  const notes = shop.querySelector("[data-proof-findings]");
  let timer = 0;
  let running = null;
  const draw = async () => {
    running?.abort();
    running = new AbortController();
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(shop)) if (value !== "") wanted.set(name, value);
    wanted.delete("csrf_token");
    place.classList.add("old");
    let found;
    try {
      const answer = await fetch(`${shop.dataset.proof}?${wanted}`, { signal: running.signal });
      found = answer.ok ? await answer.json() : { pictures: [], problem: "With these choices there is no sheet." };
    } catch (error) {
      if (error.name === "AbortError") return;
      found = { pictures: [], problem: "The preview cannot be drawn now; printing still works." };
    }
    place.classList.remove("old");
    place.replaceChildren(
      ...found.pictures.map((source, side) => {
        const picture = document.createElement("img");
        picture.src = source;
        picture.alt = side ? "Back of the first sheet" : "The first sheet";
        return picture;
      }),
    );
    text.textContent = found.problem || found.text;
    text.classList.toggle("problem", Boolean(found.problem));
    notes.innerHTML = found.findings || "";
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, 300);
  };
  shop.addEventListener("input", plan);
  shop.addEventListener("change", plan);
  draw();
}
