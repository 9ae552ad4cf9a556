// Labelling a page: blocks get labels by key or click, and every change is kept at once.

import {announce, count, h, showMessage} from "./dom.js";
import {Frame} from "./frame.js";
import {BlockList} from "./list.js";

const victor = {method: "victor", settings: {}};

export class LabelTask {
  constructor(app) {
    this.app = app;
    this.current = -1;
    this.range = [];
    this.last = performance.now();
    this.queue = Promise.resolve();
    this.list = new BlockList({label: "Blocks and their labels", multiple: true, row: n => this.row(n), onselect: (n, extend) => this.select(n, extend, "list"), onscroll: n => this.frame.scrollTo(n, "start")});
    this.frame = new Frame("The page with its labels", {onpoint: (n, e) => this.select(n, e.shiftKey, "frame"), onscroll: n => this.list.reveal(n, true)});
    this.tools = h("div", {class: "bar"});
    this.labels = h("div", {class: "labels", role: "group", "aria-label": "Give the selected blocks a label"});
    this.progress = h("span", {class: "note", role: "status"});
    this.training = h("span", {class: "note", role: "status"});
    this.agreement = h("div", {class: "details"});
    this.buildTools();
    this.element = h("div", {}, this.tools, h("div", {class: "bar"}, this.labels, this.progress, this.training),
      h("div", {class: "work"}, h("div", {class: "columns"}, h("section", {class: "column", "aria-label": "Page"}, this.frame.element)),
        h("aside", {"aria-label": "Blocks"}, this.list.element, this.agreement)));
    this.element.style.cssText = "display:flex;flex-direction:column;flex:1;min-height:0";
  }

  buildTools() {
    const {app} = this;
    this.startFrom = h("select", {"aria-label": "Method to start from"});
    this.undo = h("button", {onclick: () => this.do("undo")}, "Undo ", h("kbd", {}, "u"));
    this.redo = h("button", {onclick: () => this.do("redo")}, "Redo ", h("kbd", {}, "r"));
    this.doneButton = h("button", {class: "main", onclick: () => this.done()}, "Done, next page ", h("kbd", {}, "d"));
    this.template = h("select", {"aria-label": "Template"}, ["modern", "shipped", "2008", "2007"].map(t => h("option", {value: t}, t)));
    this.trainButton = h("button", {onclick: () => this.train()}, "Train a model");
    this.tools.append(
      h("span", {class: "group"}, this.startFrom, h("button", {onclick: () => this.start()}, "Start from it")),
      h("span", {class: "group"}, this.undo, this.redo),
      h("span", {class: "group"}, h("button", {onclick: () => this.alike()}, "All that look alike ", h("kbd", {}, "s")),
        h("button", {onclick: () => this.uncertain()}, "Next uncertain ", h("kbd", {}, "."))),
      this.doneButton,
      h("span", {class: "group"}, this.template, this.trainButton),
      h("button", {onclick: () => this.compare()}, "Agreement"));
    const gold = app.overview.pages.some(p => p.gold);
    const models = app.overview.models.filter(m => m !== "shipped").map(m => "victor " + m);
    this.startFrom.replaceChildren(...["victor", ...models, "justext", "boilerpipe", ...(gold ? ["gold"] : [])].map(m => h("option", {value: m}, m)));
  }

  /** The method that the user starts from. */
  method() {
    const [method, ...model] = this.startFrom.value.split(" ");
    return {method, settings: model.length ? {model: model.join(" ")} : {}};
  }

  /** The model that tells which blocks are uncertain: the last that was trained. */
  model() {
    return {method: "victor", settings: this.app.overview.models.includes("trained") ? {model: "trained"} : {}};
  }

  async open() {
    const page = this.app.state.page;
    const request = {page, methods: [victor], styles: this.app.state.styles, looks: true};
    const [view, state] = await Promise.all([this.app.call("view", request), this.app.annotate("open", {page})]);
    if (page !== this.app.state.page || this.app.task !== this) return;
    this.blocks = view.results[0].blocks;
    this.uncertainty = null;
    this.current = -1;
    this.range = [];
    this.last = performance.now();
    this.take(state);
    this.frame.show(this.app.backend, [page, this.app.state.styles].join("\n"), {...request, looks: undefined}, this.codes);
    this.list.go(-1);
    document.documentElement.dataset.labelling = page;
  }

  /** Show the labels that the server has. */
  take(state) {
    this.state = state;
    this.codes = state.labels.map(l => this.code(state.names[l])).join("");
    this.frame.codes = this.codes;
    this.frame.paint();
    this.undo.disabled = state.undo === 0;
    this.redo.disabled = state.redo === 0;
    this.labels.replaceChildren(...state.names.map((name, i) => h("button", {onclick: () => this.label(i)}, h("kbd", {}, String(i + 1)), h("span", {class: "chip", "data-k": this.code(name)}, name))));
    const minutes = state.seconds >= 60 ? `${Math.floor(state.seconds / 60)} min ` : "";
    this.progress.textContent = `${state.done ? "Done. " : ""}${state.pagesDone} of ${count(state.pages, "page")} done` +
      (state.perPage ? `, ${state.perPage.toFixed(0)} s a page` : "") + `; this one ${minutes}${Math.floor(state.seconds % 60)} s`;
    this.list.setCount(state.labels.length);
    document.documentElement.dataset.changes = state.undo + "/" + state.redo;
  }

  code(label) {
    if (label === undefined || label === "other") return "d";
    if (label === "header") return "h";
    if (["text", "paragraph", "list", "continuation"].includes(label)) return "k";
    return "x";
  }

  row(n) {
    const label = this.state.names[this.state.labels[n]];
    return {text: this.blocks.text[n], code: this.code(label), name: label || "no label", meta: this.range.includes(n) && this.range.length > 1 ? `one of ${this.range.length} selected` : ""};
  }

  select(n, extend, from) {
    if (extend && this.anchor >= 0) {
      this.range = [];
      for (let i = Math.min(n, this.anchor); i <= Math.max(n, this.anchor); i++) this.range.push(i);
    } else {
      this.anchor = n;
      this.range = [n];
    }
    this.current = n;
    this.list.go(n, this.range);
    this.frame.mark("s", this.range);
    if (from === "list") this.frame.scrollTo(n);
  }

  /** Change the labels. Changes are sent one after another. */
  do(op, more = {}) {
    const page = this.app.state.page;
    const seconds = (performance.now() - this.last) / 1000;
    this.last = performance.now();
    this.queue = this.queue.then(() => this.app.annotate("do", {page, op, seconds, ...more})).then(state => {
      if (page === this.app.state.page) this.take(state);
      return state;
    }).catch(error => { showMessage(error.message); });
    return this.queue;
  }

  label(i) {
    if (this.range.length === 0 || i >= this.state.names.length) return;
    this.do("set", {blocks: this.range, labels: [this.state.names[i]]});
    announce(`${count(this.range.length, "block")}: ${this.state.names[i]}`);
  }

  async start() {
    const page = this.app.state.page;
    const state = await this.app.annotate("start", {page, method: this.method()});
    if (page === this.app.state.page) this.take(state);
  }

  /** Select all blocks that look like the current one. */
  alike() {
    if (this.current < 0) return;
    const looks = this.blocks.looks;
    this.range = looks.flatMap((l, n) => l === looks[this.current] ? [n] : []);
    this.list.go(this.current, this.range);
    this.frame.mark("s", this.range);
    announce(`${count(this.range.length, "block")} in all look like this`);
  }

  /** Go to the next block of which the model is uncertain. */
  async uncertain() {
    if (!this.uncertainty) {
      const view = await this.app.call("view", {page: this.app.state.page, methods: [this.model()], have: ["none"]});
      const p = view.results[0].probability;
      if (p.length !== this.state.labels.length) { showMessage("The trained model cuts the page into other blocks."); return; }
      this.uncertainty = {order: [...p.keys()].sort((a, b) => Math.abs(p[a] - .5) - Math.abs(p[b] - .5)), at: -1, p};
    }
    const u = this.uncertainty;
    u.at = (u.at + 1) % u.order.length;
    const n = u.order[u.at];
    this.select(n, false, "list");
    announce(`Block ${n}: content with probability ${u.p[n].toFixed(2)}`);
  }

  /** Mark the page as done and go to the page of which the model is least certain. */
  async done() {
    await this.do("done");
    const {pages} = await this.app.annotate("uncertain", {method: this.model()});
    if (pages.length === 0) { announce("All pages are done."); return; }
    this.app.open(pages[0].id);
  }

  async train() {
    this.trainButton.disabled = true;
    try {
      let t = await this.app.annotate("train", {template: this.template.value});
      while (t.running) {
        this.training.textContent = "Training: " + t.progress;
        await new Promise(resolve => setTimeout(resolve, 300));
        t = await this.app.annotate("training", {});
      }
      this.training.textContent = t.error ? "Training failed: " + t.error : `The model "${t.model}" is ready; choose it for victor in View. ${t.progress}`;
      await this.app.refresh();
      this.uncertainty = null;
    } finally { this.trainButton.disabled = false; }
  }

  async compare() {
    const a = await this.app.annotate("agreement", {});
    const f = x => x.toFixed(3);
    this.agreement.replaceChildren(h("h2", {}, "Agreement with the other annotator"),
      h("p", {}, `${count(a.pages, "page")}, ${count(a.blocks, "block")}: ${(100 * a.share).toFixed(1)} % with the same label, Cohen's kappa `, h("b", {}, f(a.kappa)), `, over content and noise `, h("b", {}, f(a.content)), "."),
      h("table", {}, h("caption", {class: "visually-hidden"}, "Labels of the two annotators"), h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "own ╲ other"), a.labels.map(l => h("th", {scope: "col", class: "num"}, l)))),
        h("tbody", {}, a.counts.map((row, i) => h("tr", {}, h("th", {scope: "row"}, a.labels[i]), row.map(n => h("td", {class: "num"}, n)))))),
      ...a.skipped.map(s => h("p", {class: "note"}, "left out: " + s)),
      h("h3", {}, count(a.differ.length, "disagreement")),
      h("ul", {}, a.differ.slice(0, 500).map(d => h("li", {}, h("button", {class: "linklike", onclick: () => this.go(d)}, `${d.page}, block ${d.block}`), ` ${d.first} / ${d.second}: ${d.text}`))));
  }

  /** Go to a disagreement. */
  async go(d) {
    if (d.page !== this.app.state.page) await this.app.open(d.page);
    this.select(d.block, false, "list");
  }

  key(event) {
    const number = Number(event.key);
    if (number >= 1 && number <= 9) { this.label(number - 1); return true; }
    const action = {u: () => this.do("undo"), r: () => this.do("redo"), s: () => this.alike(), ".": () => this.uncertain(), d: () => this.done()}[event.key];
    action?.();
    return Boolean(action);
  }
}
