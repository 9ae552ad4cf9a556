// A page in a frame. No script runs in it, and it loads nothing; this script reads and
// changes the marks of its blocks from outside.

export class Frame {
  /** options: {onpoint(block, event), onscroll(block)} */
  constructor(title, options) {
    this.options = options;
    this.element = document.createElement("iframe");
    this.element.setAttribute("sandbox", "allow-same-origin");
    this.element.setAttribute("title", title);
    this.element.addEventListener("load", () => this.loaded());
    this.elements = [];
    this.marks = {s: new Set(), f: new Set(), d: new Set()};
    this.quiet = 0;
    this.shown = "";
    this.ready = Promise.resolve();
  }

  /** Show a page whose blocks have codes. Nothing is loaded if it is the same page. */
  show(backend, key, request, codes) {
    this.codes = codes;
    if (key === this.shown) { this.paint(); return this.ready; }
    this.shown = key;
    this.painted = null;
    this.elements = [];
    for (const set of Object.values(this.marks)) set.clear();
    this.element.classList.add("busy");
    this.ready = new Promise(resolve => { this.resolve = resolve; });
    backend.frame(this.element, request);
    return this.ready;
  }

  get document() { return this.element.contentDocument; }

  loaded() {
    const page = this.document;
    if (!page?.body || page.URL === "about:blank") return;
    this.elements = [];
    const painted = [];
    for (const e of page.querySelectorAll("x-b[n],img[n]")) {
      const n = Number(e.getAttribute("n"));
      (this.elements[n] ||= []).push(e);
      painted[n] = e.getAttribute("k");
    }
    this.painted = painted;
    page.addEventListener("click", e => this.point(e));
    page.addEventListener("mousemove", e => { if (e.buttons & 1) return; this.hover(e); });
    page.addEventListener("scroll", () => this.scrolled(), {passive: true, capture: true});
    page.addEventListener("keydown", e => {
      const copy = new KeyboardEvent("keydown", {key: e.key, shiftKey: e.shiftKey, ctrlKey: e.ctrlKey, metaKey: e.metaKey, bubbles: true, cancelable: true});
      if (!this.element.dispatchEvent(copy)) e.preventDefault();
    });
    this.element.classList.remove("busy");
    this.paint();
    this.resolve?.();
  }

  /** The block at an event, or -1. */
  blockAt(event) {
    const e = event.target?.closest?.("x-b[n],img[n]");
    return e ? Number(e.getAttribute("n")) : -1;
  }

  point(event) {
    event.preventDefault();
    const n = this.blockAt(event);
    if (n >= 0) this.options.onpoint?.(n, event);
  }

  hover(event) {
    const n = this.blockAt(event);
    if (n < 0 || n === this.hovered) return;
    this.hovered = n;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.options.onhover?.(n), 60);
  }

  /** Give the blocks their codes. Only those that have changed are touched. */
  paint() {
    if (!this.painted) return;
    const codes = this.codes;
    for (let n = 0; n < this.elements.length; n++) {
      if (!this.elements[n] || this.painted[n] === codes[n]) continue;
      for (const e of this.elements[n]) e.setAttribute("k", codes[n]);
      this.painted[n] = codes[n];
    }
  }

  /** Set a mark on some blocks and take it from all others: s selected, f found, d
   *  differing. */
  mark(name, blocks) {
    const before = this.marks[name], now = new Set(blocks);
    for (const n of before) if (!now.has(n)) for (const e of this.elements[n] || []) e.removeAttribute(name);
    for (const n of now) if (!before.has(n)) for (const e of this.elements[n] || []) e.setAttribute(name, "");
    this.marks[name] = now;
  }

  /** Scroll to a block, or the first after it that is shown. */
  scrollTo(n, block = "center") {
    while (n < this.elements.length && !this.isShown(n)) n++;
    if (!this.elements[n]) return;
    this.quiet = performance.now() + 200;
    this.elements[n][0].scrollIntoView({block, inline: "nearest"});
  }

  isShown(n) { return this.elements[n]?.[0].getClientRects().length > 0; }

  scrolled() {
    if (performance.now() < this.quiet || this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      const n = this.top();
      if (n >= 0) this.options.onscroll?.(n);
    });
  }

  /** The block at the top of what is visible, or -1. */
  top() {
    const width = this.element.clientWidth, height = this.element.clientHeight;
    for (let y = 8; y < height; y += 24) {
      for (const x of [.5, .25, .75, .1, .9]) {
        const e = this.document.elementFromPoint(width * x, y)?.closest("x-b[n],img[n]");
        if (e) return Number(e.getAttribute("n"));
      }
    }
    return -1;
  }
}
