// The page of the workbench: which page and which task is shown.

import {connect} from "./backend.js";
import {byId, h, isShortcut, showMessage} from "./dom.js";
import {format, parse} from "./state.js";
import {ViewTask} from "./view.js";
import {ResultTask} from "./result.js";
import {BatchTask} from "./batch.js";
import {LabelTask} from "./label.js";

const tasks = {view: ViewTask, result: ResultTask, batch: BatchTask, label: LabelTask};

const app = {
  backend: null,
  overview: null,
  can: {},
  state: parse(location.hash),
  task: null,

  /** Ask the backend, and show what went wrong. */
  async call(name, request) {
    try {
      const answer = await app.backend.call(name, request);
      showMessage("");
      return answer;
    } catch (error) {
      showMessage(error.message);
      throw error;
    }
  },

  async annotate(name, request) {
    try {
      const answer = await app.backend.annotate(name, request);
      showMessage("");
      return answer;
    } catch (error) {
      showMessage(error.message);
      throw error;
    }
  },

  /** Write the address, so that it can be shared. */
  remember() { history.replaceState(null, "", format(app.state)); },

  async refresh() {
    app.overview = await app.backend.call("overview", {});
    const select = byId("page");
    const groups = Map.groupBy(app.overview.pages, p => p.collection);
    select.replaceChildren(...[...groups].map(([name, pages]) => h("optgroup", {label: name}, pages.map(p => h("option", {value: p.id}, p.name + (p.gold ? " ●" : ""))))));
    select.disabled = app.overview.pages.length === 0;
    if (!app.overview.pages.some(p => p.id === app.state.page)) app.state.page = app.overview.pages[0]?.id || "";
    select.value = app.state.page;
  },

  /** Show a page in the present task. */
  async open(page, tab = app.state.tab) {
    app.state.page = page;
    byId("page").value = page;
    if (tab !== app.state.tab) return app.show(tab);
    app.remember();
    await app.task?.open?.();
  },

  /** Leave out the gold text if the page has none, and tell whether it was left out. */
  leaveOutGold() {
    const {methods, page} = app.state;
    if (!methods.some(m => m.method === "gold") || app.overview.pages.find(p => p.id === page)?.gold) return false;
    app.state.methods = methods.filter(m => m.method !== "gold");
    if (app.state.methods.length === 0) app.state.methods.push({method: "justext", settings: {}});
    return true;
  },

  /** Go to the page after or before. */
  step(by) {
    const pages = app.overview.pages;
    const at = pages.findIndex(p => p.id === app.state.page) + by;
    if (at >= 0 && at < pages.length) app.open(pages[at].id);
  },

  /** Show a task. */
  async show(tab) {
    app.state.tab = Object.hasOwn(tasks, tab) && (tab !== "label" || app.can.annotate) ? tab : "view";
    for (const button of byId("tabs").children) {
      const selected = button.id === "tab-" + app.state.tab;
      button.setAttribute("aria-selected", String(selected));
      button.tabIndex = selected ? 0 : -1;
    }
    app.task?.close?.();
    app.remember();
    const main = byId("main");
    if (app.overview.pages.length === 0) {
      app.task = null;
      main.replaceChildren(h("div", {class: "empty"}, h("p", {}, "There is no page yet."), h("p", {}, h("button", {class: "main", onclick: addDialog}, "Add a page…")), h("p", {}, "Paste HTML, choose a file, or drop one here.")));
      return;
    }
    app.task = new tasks[app.state.tab](app);
    main.replaceChildren(app.task.element);
    await app.task.open();
  },
};

function addDialog() {
  byId("paste-html").value = byId("paste-name").value = byId("paste-file").value = byId("fetch-address").value = "";
  byId("fetch-row").hidden = !app.can.fetch;
  byId("add-dialog").showModal();
}

async function add() {
  const name = byId("paste-name").value, file = byId("paste-file").files[0], address = byId("fetch-address").value;
  if (address) return added(app.backend.fetch(address));
  if (file) return addFile(file, name);
  if (byId("paste-html").value) return added(app.backend.paste(name || "pasted", byId("paste-html").value));
}

async function addFile(file, name) {
  return added(app.backend.paste(name || file.name, new Uint8Array(await file.arrayBuffer())));
}

async function added(answer) {
  try {
    const page = await answer;
    showMessage("");
    app.state.page = page.id;
    await app.refresh();
    await app.show(app.task && app.state.tab !== "batch" ? app.state.tab : "view");
  } catch (error) { showMessage(error.message); }
}

function listen() {
  byId("page").addEventListener("change", e => app.open(e.target.value));
  byId("previous-page").addEventListener("click", () => app.step(-1));
  byId("next-page").addEventListener("click", () => app.step(1));
  byId("add-page").addEventListener("click", addDialog);
  byId("add-dialog").addEventListener("close", e => { if (e.target.returnValue === "ok") add(); e.target.returnValue = ""; });
  byId("help").addEventListener("click", () => byId("help-dialog").showModal());
  byId("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(dark ? "light" : "dark");
  });
  byId("tabs").addEventListener("click", e => { const tab = e.target.closest("[role=tab]"); if (tab) app.show(tab.id.slice(4)); });
  byId("tabs").addEventListener("keydown", e => {
    const by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (!by) return;
    const tabs = [...byId("tabs").children].filter(t => !t.hidden);
    const next = tabs[(tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length];
    next.focus();
    app.show(next.id.slice(4));
  });
  document.addEventListener("keydown", e => {
    if (!isShortcut(e)) return;
    if (e.key === "[") app.step(-1);
    else if (e.key === "]") app.step(1);
    else if (e.key === "?") byId("help-dialog").showModal();
    else if (!app.task?.key?.(e)) return;
    e.preventDefault();
  });
  addEventListener("hashchange", () => {
    if (format(parse(location.hash)) === format(app.state)) return;
    app.state = parse(location.hash);
    if (!app.overview.pages.some(p => p.id === app.state.page)) app.state.page = app.overview.pages[0]?.id || "";
    byId("page").value = app.state.page;
    app.show(app.state.tab);
  });
  let depth = 0;
  const dropping = by => { depth = Math.max(0, depth + by); document.body.classList.toggle("dropping", depth > 0); };
  addEventListener("dragenter", e => { e.preventDefault(); dropping(1); });
  addEventListener("dragleave", () => dropping(-1));
  addEventListener("dragover", e => e.preventDefault());
  addEventListener("drop", e => { e.preventDefault(); depth = 0; dropping(0); if (e.dataTransfer.files[0]) addFile(e.dataTransfer.files[0]); });
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("workbench-theme", theme); } catch { /* not kept */ }
}

async function start() {
  try { const theme = localStorage.getItem("workbench-theme"); if (theme) setTheme(theme); } catch { /* not kept */ }
  listen();
  try {
    app.backend = await connect();
    app.can = await app.backend.can();
    byId("tab-label").hidden = !app.can.annotate;
    await app.refresh();
    await app.show(app.state.tab);
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    showMessage("The workbench does not answer: " + error.message);
  }
}

start();
