// A page as one, two or three methods see it, with the reasons.

import {announce, count, h, percent} from "./dom.js";
import {Frame} from "./frame.js";
import {BlockList} from "./list.js";
import {detailsOf} from "./details.js";
import {settingsOf} from "./settings.js";

export class ViewTask {
  constructor(app) {
    this.app = app;
    this.active = 0;
    this.current = -1;
    this.difference = -1;
    this.segmentations = new Map();
    this.names = Object.fromEntries(app.overview.legend.map(e => [e.code, e.name]));
    this.list = new BlockList({label: "Blocks", row: n => this.row(n), onselect: n => this.select(n, "list"), onscroll: n => this.follow(n)});
    this.details = h("div", {class: "details"}, h("p", {class: "note"}, "Point at a block, or choose one in the list."));
    this.search = h("input", {type: "search", "aria-label": "Search the blocks", placeholder: "Search", onkeydown: e => { if (e.key === "Enter") this.find(e.shiftKey ? -1 : 1); }, onchange: () => this.find(0)});
    this.found = h("span", {class: "note", role: "status"});
    this.columns = h("div", {class: "columns"});
    this.differences = h("div", {class: "group", hidden: true});
    this.addButton = h("button", {onclick: () => this.add()}, "Compare with another method");
    this.warning = h("span", {class: "note"});
    this.element = h("div", {class: "work-around"},
      h("div", {class: "bar"}, this.addButton, h("label", {}, h("input", {type: "checkbox", checked: app.state.styles, onchange: e => { app.state.styles = e.target.checked; this.open(); }}), " style sheets of the page"),
        this.differences, this.warning,
        h("div", {class: "legend", role: "list", "aria-label": "Colours"}, app.overview.legend.map(e => h("span", {class: "chip", "data-k": e.code, role: "listitem", title: e.help}, e.name)))),
      h("div", {class: "work"}, this.columns,
        h("aside", {"aria-label": "Blocks"}, h("div", {class: "search"}, this.search, this.found), this.list.element, this.details)));
    this.element.style.cssText = "display:flex;flex-direction:column;flex:1;min-height:0";
    this.build();
  }

  get methods() { return this.app.state.methods; }

  /** Make the columns. */
  build() {
    this.parts = this.methods.map((method, m) => this.column(method, m));
    this.columns.replaceChildren(...this.parts.map(p => p.element));
    this.addButton.hidden = this.methods.length >= 3;
    this.active = Math.min(this.active, this.methods.length - 1);
    this.mark();
  }

  column(method, m) {
    const part = {numbers: h("p", {class: "numbers"})};
    part.frame = new Frame("The page as " + method.method + " sees it" + (m ? ` (${m + 1})` : ""), {
      onpoint: n => this.select(n, m), onhover: n => this.select(n, m, true), onscroll: n => this.followFrame(m, n)});
    const available = this.app.overview.methods.filter(name => name !== "gold" || this.gold() || method.method === "gold");
    const select = h("select", {"aria-label": `Method ${m + 1}`, onchange: e => { method.method = e.target.value; method.settings = {}; this.build(); this.open(); }},
      available.map(name => h("option", {value: name}, name)));
    select.value = method.method;
    part.settings = settingsOf(method, this.app.overview, "set-" + m, rebuild => { if (rebuild) { this.build(); this.parts[m].disclosure.open = true; } this.run(); });
    part.disclosure = h("details", {}, h("summary", {}, "Settings"), part.settings.element);
    if (this.openSettings?.has(m)) part.disclosure.open = true;
    part.element = h("section", {class: "column", "aria-label": "Method " + (m + 1)},
      h("header", {onclick: () => this.activate(m)}, h("div", {class: "row"}, select,
        this.methods.length > 1 ? h("button", {"aria-label": "Show the list of blocks of method " + (m + 1), class: "list-of"}, "List") : null,
        this.methods.length > 1 ? h("button", {"aria-label": "Remove method " + (m + 1), onclick: e => { e.stopPropagation(); this.remove(m); }}, "×") : null),
      part.numbers, part.disclosure), part.frame.element);
    return part;
  }

  gold() { return this.app.overview.pages.find(p => p.id === this.app.state.page)?.gold; }

  add() {
    const used = this.methods.map(m => m.method);
    const next = ["justext", "boilerpipe", "victor"].find(name => !used.includes(name)) || "justext";
    this.methods.push({method: next, settings: {}});
    this.build();
    this.open();
  }

  remove(m) {
    this.methods.splice(m, 1);
    this.build();
    this.open();
  }

  activate(m) {
    if (m === this.active) return;
    this.active = m;
    this.mark();
    if (this.view) { this.list.setCount(this.result.codes.length); this.list.go(-1); }
  }

  mark() { this.parts.forEach((p, m) => p.element.classList.toggle("active", this.parts.length > 1 && m === this.active)); }

  get result() { return this.view.results[this.active]; }

  blocksOf(m) { return this.segmentations.get(this.view.results[m].segmentation); }

  /** Show the page anew. */
  async open() {
    if (this.app.leaveOutGold()) this.build();
    this.segmentations.clear();
    this.view = null;
    this.list.setCount(0);
    this.current = this.difference = -1;
    this.hits = this.token = null;
    this.found.textContent = "";
    this.details.replaceChildren(h("p", {class: "note"}, "Point at a block, or choose one in the list."));
    this.list.element.scrollTop = 0;
    await this.run();
  }

  request(more = {}) { return {page: this.app.state.page, methods: this.methods, styles: this.app.state.styles, ...more}; }

  /** Run the methods and show the result. While one request is under way, the latest
   *  of those that follow waits. */
  async run() {
    if (this.running) { this.again = true; return this.running; }
    this.began ??= performance.now();
    this.running = this.runOnce().finally(() => { this.running = null; });
    await this.running;
    if (this.again) { this.again = false; return this.run(); }
  }

  async runOnce() {
    this.app.remember();
    const request = structuredClone(this.request({have: [...this.segmentations.keys()]}));
    let view;
    const began = this.began;
    this.began = null;
    try {
      view = await this.app.call("view", request);
    } catch { return; }
    if (this.app.task !== this || request.page !== this.app.state.page || request.methods.length !== this.parts.length) { this.again = true; return; }
    for (const r of view.results) if (r.blocks) this.segmentations.set(r.segmentation, r.blocks);
    if (view.results.some(r => !this.segmentations.has(r.segmentation))) { this.again = true; return; } // it was asked for before another page was opened
    this.view = view;
    this.warning.textContent = view.warning || "";
    this.parts.forEach((part, m) => {
      const r = view.results[m];
      part.numbers.replaceChildren(...this.numbers(r, view));
      part.settings.showForms(r.forms);
      part.frame.show(this.app.backend, [request.page, r.segmentation, request.styles].join("\n"), {...request, methods: [request.methods[m]], have: undefined}, r.codes)
        .then(() => { part.frame.mark("d", r.differing || []); });
      part.differing = new Set(r.differing || []);
    });
    this.showDifferences();
    this.list.setCount(this.result.codes.length);
    if (this.current >= 0 && this.current < this.result.codes.length) this.showDetails(this.current);
    document.documentElement.dataset.took = (performance.now() - began).toFixed(1);
    document.documentElement.dataset.runs = Number(document.documentElement.dataset.runs || 0) + 1;
  }

  numbers(r, view) {
    const words = [h("b", {}, `${r.kept} of ${r.codes.length}`), ` blocks kept, ${count(r.words, "word")}`];
    if (r.score) words.push(`, P ${r.score.p.toFixed(3)}, R ${r.score.r.toFixed(3)}, `, h("b", {}, `F1 ${r.score.f1.toFixed(3)}`));
    if (r.lang) words.push(", language " + r.lang);
    words.push(", " + view.encoding);
    if (r.note) words.push(". " + r.note);
    return words;
  }

  showDifferences() {
    const all = this.view.differences || [];
    this.differences.hidden = this.methods.length < 2;
    if (this.difference >= all.length) this.difference = -1;
    this.differences.replaceChildren(h("span", {role: "status"}, `${count(all.length, "difference")}, agreement ${percent(this.view.agreement)}`),
      h("button", {disabled: all.length === 0, onclick: () => this.step(-1), "aria-label": "Previous difference"}, "‹"),
      h("button", {disabled: all.length === 0, onclick: () => this.step(1), "aria-label": "Next difference"}, "Next difference ›"));
  }

  /** Go to the next or previous difference. */
  step(by) {
    const all = this.view?.differences || [];
    if (all.length === 0) return;
    this.difference = (this.difference + by + all.length) % all.length;
    const d = all[this.difference];
    this.parts.forEach((part, m) => {
      const n = d.blocks[m] >= 0 ? d.blocks[m] : this.blockAt(m, d.start);
      part.frame.mark("s", [n]);
      part.frame.scrollTo(n);
      if (m === this.active) { this.current = n; this.list.go(n); this.showDetails(n); }
    });
    const who = this.methods.map((m, i) => (d.kept >> i & 1 ? "kept by " : "dropped by ") + m.method).join(", ");
    announce(`Difference ${this.difference + 1} of ${all.length}: ${who}`);
    this.differences.firstChild.textContent = `${this.difference + 1} of ${count(all.length, "difference")}, agreement ${percent(this.view.agreement)}`;
  }

  /** The last block of a method that begins at or before a byte of the page. */
  blockAt(m, byte) {
    const starts = this.blocksOf(m).start;
    let low = 0, high = starts.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (starts[middle] <= byte) low = middle + 1; else high = middle;
    }
    return Math.max(0, low - 1);
  }

  row(n) {
    const r = this.result, code = r.codes[n];
    const probability = r.probability ? ` (${r.probability[n].toFixed(2)})` : "";
    return {text: this.blocksOf(this.active).text[n], code, name: this.names[code], meta: r.reasons[r.reason[n]] + probability, differs: this.parts[this.active].differing?.has(n)};
  }

  /** Select a block: from the list or from the frame of a method. */
  select(n, from, hovering = false) {
    if (!this.view) return;
    if (from !== "list" && from !== this.active) this.activate(from);
    this.current = n;
    const byte = this.blocksOf(this.active).start[n];
    this.parts.forEach((part, m) => {
      const k = m === this.active ? n : this.blockAt(m, byte);
      part.frame.mark("s", [k]);
      if (from !== m && !hovering) part.frame.scrollTo(k);
    });
    this.list.go(n);
    this.showDetails(n);
  }

  async showDetails(n) {
    if (!this.view) return;
    const token = this.token = {};
    let d;
    try { d = await this.app.call("block", this.request({methods: [this.methods[this.active]], block: n})); } catch { return; }
    if (token !== this.token || !this.view) return;
    const code = this.result.codes[n];
    this.details.replaceChildren(detailsOf(d, n, code, this.names[code]));
  }

  /** The list was scrolled: the pages follow. */
  follow(n) {
    if (!this.view || n < 0) return;
    const byte = this.blocksOf(this.active).start[n];
    this.parts.forEach((part, m) => part.frame.scrollTo(m === this.active ? n : this.blockAt(m, byte), "start"));
  }

  /** The frame of a method was scrolled: the list and the other frames follow. */
  followFrame(m, n) {
    if (!this.view) return;
    const byte = this.blocksOf(m).start[n];
    this.parts.forEach((part, k) => { if (k !== m) part.frame.scrollTo(this.blockAt(k, byte), "start"); });
    this.list.reveal(m === this.active ? n : this.blockAt(this.active, byte), true);
  }

  /** Search, and go to the next hit. */
  async find(by) {
    if (!this.view) return;
    const query = this.search.value.trim();
    if (!this.hits || this.hits.query !== query || this.hits.active !== this.active) {
      const answer = query ? await this.app.call("search", this.request({methods: [this.methods[this.active]], query})) : {blocks: []};
      this.hits = {query, active: this.active, blocks: answer.blocks, at: -1};
      this.parts.forEach((part, m) => part.frame.mark("f", m === this.active ? answer.blocks : []));
      by = 1;
    }
    const {blocks} = this.hits;
    if (by && blocks.length) {
      this.hits.at = (this.hits.at + by + blocks.length) % blocks.length;
      this.select(blocks[this.hits.at], "list");
    }
    this.found.textContent = query ? (blocks.length ? `${this.hits.at + 1} of ${blocks.length}` : "none") : "";
  }

  key(event) {
    switch (event.key) {
    case "n": this.step(1); return true;
    case "p": this.step(-1); return true;
    case "/": this.search.focus(); return true;
    }
    return false;
  }
}
