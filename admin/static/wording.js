// Rules text while it is typed: what each line says, a wave under words that are not understood, and the next words.
// The server reads the text; without this file the form still saves.

const PAUSE = 300;
const form = document.querySelector("form[data-wording]");
const token = document.querySelector('meta[name="csrf-token"]')?.content ?? "";
if (form) for (const field of form.querySelectorAll("[data-worded]")) follow(field);

function follow(field) {
  const area = field.querySelector("textarea");
  const under = field.querySelector(".under");
  const list = field.querySelector(".next-words");
  const says = field.querySelector(".says");
  const heard = field.querySelector(".heard");
  let timer = 0;
  let running = null;
  let active = -1;
  area.setAttribute("aria-controls", list.id);

  // Places are counted in characters by the server, in UTF-16 units by the browser.
  const unitsOf = (count) => Array.from(area.value).slice(0, count).join("").length;
  const countOf = (units) => Array.from(area.value.slice(0, units)).length;

  const underline = () => {
    const parts = [];
    let end = 0;
    for (const wrong of says.querySelectorAll("[data-start]")) {
      const first = unitsOf(Number(wrong.dataset.start));
      const last = Math.max(unitsOf(Number(wrong.dataset.end)), first);
      if (first < end) continue;
      parts.push(area.value.slice(end, first));
      const wave = document.createElement("mark");
      wave.textContent = area.value.slice(first, last) || "\u00a0\u00a0";
      parts.push(wave);
      end = last;
    }
    under.replaceChildren(...parts, `${area.value.slice(end)}\n`);
    under.scrollTop = area.scrollTop;
  };
  const markCard = () => {
    const tag = document.querySelector("[data-unplayed]");
    if (tag) tag.hidden = !form.querySelector(".says [data-start]");
  };

  const close = () => {
    list.hidden = true;
    list.replaceChildren();
    active = -1;
    area.removeAttribute("aria-activedescendant");
  };
  const choose = (number) => {
    const options = [...list.children];
    active = (number + options.length) % options.length;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    options[active].scrollIntoView({ block: "nearest" });
    area.setAttribute("aria-activedescendant", options[active].id);
  };
  const take = (option) => {
    let first = unitsOf(Number(option.dataset.start));
    const last = unitsOf(Number(option.dataset.end));
    const words = option.dataset.text;
    const isMark = /^[,.:;]/.test(words);
    if (isMark && area.value[first - 1] === " ") first -= 1;
    const isLast = words.endsWith(".") || area.value[last] === " ";
    close();
    area.focus();
    area.setSelectionRange(first, last);
    const text = isLast ? words : `${words} `;
    if (!document.execCommand("insertText", false, text)) {
      area.setRangeText(text, first, last, "end");
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  const open = (suggestions) => {
    close();
    if (!suggestions.length || document.activeElement !== area) return;
    list.replaceChildren(
      ...suggestions.map((one, at) => {
        const option = document.createElement("li");
        option.id = `${list.id}-${at}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        Object.assign(option.dataset, { text: one.text, start: one.start, end: one.end });
        const kind = document.createElement("small");
        kind.textContent = one.kind;
        option.append(one.text, kind);
        return option;
      }),
    );
    const caret = document.createElement("i");
    under.replaceChildren(area.value.slice(0, area.selectionEnd), caret, `${area.value.slice(area.selectionEnd)}\n`);
    const top = caret.offsetTop - area.scrollTop;
    const left = caret.offsetLeft;
    underline();
    list.hidden = false;
    const line = parseFloat(getComputedStyle(area).lineHeight) || 20;
    list.style.top = `${Math.min(top + line + 2, area.offsetHeight)}px`;
    list.style.left = `${Math.max(0, Math.min(left, area.offsetWidth - list.offsetWidth))}px`;
  };

  const read = async (wantsWords) => {
    running?.abort();
    running = new AbortController();
    const typed = area.value;
    const body = new URLSearchParams({ csrf_token: token, text: typed, name: form.elements.name?.value ?? "" });
    const isOneCaret = area.selectionStart === area.selectionEnd;
    if (wantsWords && isOneCaret && document.activeElement === area) body.set("position", countOf(area.selectionEnd));
    try {
      const answer = await fetch(form.dataset.wording, { method: "POST", body, signal: running.signal });
      if (!answer.ok) throw new Error("refused");
      const found = await answer.json();
      if (area.value !== typed) return;
      says.innerHTML = found.html;
      underline();
      markCard();
      const number = found.suggestions.length;
      open(found.suggestions);
      const help = number && !list.hidden ? ` ${number} next words: arrow down, then Tab or Enter.` : "";
      heard.textContent = `${found.summary}.${help}`;
    } catch (error) {
      if (error.name !== "AbortError") heard.textContent = "The text is not read now; saving still works.";
    }
  };
  const plan = (wantsWords) => {
    clearTimeout(timer);
    timer = setTimeout(() => read(wantsWords), PAUSE);
  };

  area.addEventListener("input", () => {
    close();
    underline();
    plan(true);
  });
  area.addEventListener("scroll", () => {
    under.scrollTop = area.scrollTop;
    close();
  });
  area.addEventListener("blur", close);
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      read(true);
      return;
    }
    if (list.hidden) return;
    if (event.key === "ArrowDown") choose(active + 1);
    else if (event.key === "ArrowUp" && active >= 0) choose(active - 1);
    else if ((event.key === "Enter" || event.key === "Tab") && active >= 0 && !event.shiftKey) take(list.children[active]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // pressing a word must not take the focus from the text
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
  form.elements.name?.addEventListener("input", () => {
    if (area.value.trim()) plan(false);
  });
  underline();
}
