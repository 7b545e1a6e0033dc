// The picture of a printing: sent as soon as it is chosen, with the point that stays in view and the part that may be
// seen set by pointer or arrow keys. The text fields beside hold what is saved.

const token = document.querySelector('meta[name="csrf-token"]')?.content ?? "";
const LEAST = 5; // percent that stay visible

for (const place of document.querySelectorAll("[data-art]")) setUp(place);

function setUp(place) {
  const frame = place.querySelector("[data-art-frame]");
  const picture = frame.querySelector("img") ?? new Image();
  picture.alt = "The art of this printing";
  picture.draggable = false;
  const shade = frame.querySelector("[data-art-crop]");
  const dot = frame.querySelector("[data-art-focus]");
  const corners = { first: frame.querySelector('[data-art-corner="first"]'), last: frame.querySelector('[data-art-corner="last"]') };
  const state = place.querySelector("[data-art-state]");
  const name = place.querySelector('[name="printing_art"]');
  const focus = place.querySelector('[name="printing_art_focus"]');
  const crop = place.querySelector('[name="printing_art_crop"]');
  const chooser = place.querySelector('[type="file"]');

  const numbers = (field, usual) => {
    const found = field.value.trim().split(/\s+/).map(Number);
    return found.length === usual.length && found.every((n) => n >= 0 && n <= 100) ? found : usual;
  };
  const cropped = () => numbers(crop, [0, 0, 100, 100]);
  const middle = () => {
    const [left, top, right, bottom] = cropped();
    return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  };

  const show = () => {
    const [left, top, right, bottom] = cropped();
    const [x, y] = numbers(focus, middle());
    Object.assign(shade.style, { left: `${left}%`, top: `${top}%`, right: `${100 - right}%`, bottom: `${100 - bottom}%` });
    at(dot, x, y, "Focus");
    at(corners.first, left, top, "Left and top edge of the part that may be seen");
    at(corners.last, right, bottom, "Right and bottom edge of the part that may be seen");
  };
  const at = (button, x, y, what) => {
    Object.assign(button.style, { left: `${x}%`, top: `${y}%` });
    button.setAttribute("aria-label", `${what}: ${x} % from the left, ${y} % from the top. Arrow keys move it.`);
  };
  const write = (field, values) => {
    field.value = values.join(" ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    show();
  };
  const within = (value, low = 0, high = 100) => Math.min(Math.max(Math.round(value), low), high);

  const setFocus = (x, y) => write(focus, [within(x), within(y)]);
  const setCorner = (which, x, y) => {
    const [left, top, right, bottom] = cropped();
    const next =
      which === "first"
        ? [within(x, 0, right - LEAST), within(y, 0, bottom - LEAST), right, bottom]
        : [left, top, within(x, left + LEAST), within(y, top + LEAST)];
    write(crop, next);
    if (next.join(" ") === "0 0 100 100") write(crop, []);
  };

  const point = (event) => {
    const box = frame.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100];
  };

  // A click sets the focus, a drag from one corner to the other the part; the dots can be dragged too.
  let begun = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const held = event.target.closest(".art-dot");
    if (!held) event.preventDefault();
    begun = { from: point(event), held, x: event.clientX, y: event.clientY, isDrag: false };
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!begun) return;
    if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > 5) begun.isDrag = true;
    if (!begun.isDrag) return;
    const [x, y] = point(event);
    if (begun.held === dot) return setFocus(x, y);
    if (begun.held) return setCorner(begun.held.dataset.artCorner, x, y);
    const [a, b] = begun.from;
    const box = [Math.min(a, x), Math.min(b, y), Math.max(a, x), Math.max(b, y)].map((n) => within(n));
    if (box[2] - box[0] >= LEAST && box[3] - box[1] >= LEAST) write(crop, box);
    return undefined;
  });
  const end = (event) => {
    if (begun && !begun.isDrag && !begun.held && event.type === "pointerup") setFocus(...point(event));
    begun = null;
  };
  frame.addEventListener("pointerup", end);
  frame.addEventListener("pointercancel", end);

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  frame.addEventListener("keydown", (event) => {
    const held = event.target.closest(".art-dot");
    if (!held) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      write(held === dot ? focus : crop, []);
      return;
    }
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const [left, top, right, bottom] = cropped();
    const [x, y] = held === dot ? numbers(focus, middle()) : held === corners.first ? [left, top] : [right, bottom];
    if (held === dot) setFocus(x + step[0] * far, y + step[1] * far);
    else setCorner(held.dataset.artCorner, x + step[0] * far, y + step[1] * far);
  });

  const look = () => {
    frame.hidden = !name.value.trim();
    if (!frame.hidden && !picture.isConnected) frame.prepend(picture);
    if (!frame.hidden) picture.src = place.dataset.pictures + encodeURIComponent(name.value.trim());
  };
  picture.addEventListener("error", () => { frame.hidden = true; });
  picture.addEventListener("load", () => { frame.hidden = false; });
  name.addEventListener("change", look);
  focus.addEventListener("input", show);
  crop.addEventListener("input", show);

  chooser.addEventListener("change", async () => {
    const file = chooser.files[0];
    if (!file) return;
    state.textContent = `Sending ${file.name} …`;
    const body = new FormData();
    body.set("csrf_token", token);
    body.set("file", file);
    let found;
    try {
      const answer = await fetch(place.dataset.upload, { method: "POST", body });
      found = answer.status === 413 ? { problem: "This picture is larger than a form may be; make it smaller." } : await answer.json();
    } catch {
      found = { problem: "The picture was not sent; the server did not answer. Choose it again." };
    }
    chooser.value = "";
    state.classList.toggle("problem", Boolean(found.problem));
    if (found.problem) {
      state.textContent = found.problem;
      return;
    }
    state.textContent = `${found.said} Save the card to keep it.`;
    name.value = found.name;
    focus.value = "";
    crop.value = "";
    name.dispatchEvent(new Event("input", { bubbles: true }));
    look();
    show();
  });
  show();
}
