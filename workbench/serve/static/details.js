// All that is known of a block, in words and figures.

import {h, svg, short} from "./dom.js";

/** A figure on a scale with its thresholds. */
function scale(n) {
  const width = 320, x = v => Math.max(0, Math.min(1, v / (n.max || 1))) * width;
  const marks = (n.marks || []).flatMap(m => [
    svg("line", {x1: x(m.value), x2: x(m.value), y1: 2, y2: 16}),
    Object.assign(svg("text", {x: Math.min(x(m.value), width - 2), y: 25, "text-anchor": x(m.value) > width * .8 ? "end" : x(m.value) < 20 ? "start" : "middle"}), {textContent: m.name + " " + short(m.value)}),
  ]);
  return svg("svg", {class: "scale", viewBox: `0 0 ${width} 26`, "aria-hidden": "true"},
    svg("rect", {class: "track", x: 0, y: 5, width, height: 8, rx: 3}), svg("rect", {class: "value", x: 0, y: 5, width: x(n.value), height: 8, rx: 3}), ...marks);
}

function numberRow(n) {
  const marks = (n.marks || []).map(m => `${m.name} ${short(m.value)}`).join(", ");
  return h("div", {}, h("h3", {}, `${n.name}: ${short(n.value)}`), h("div", {class: "note"},
    [n.unit, marks && "thresholds " + marks, n.verdict].filter(Boolean).join("; ")), scale(n));
}

function stages(d) {
  return h("table", {}, h("caption", {class: "visually-hidden"}, "Class after each stage"),
    h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Stage"), h("th", {scope: "col"}, "Class"), h("th", {scope: "col"}, "Why"))),
    h("tbody", {}, d.stages.map(s => h("tr", {}, h("td", {}, s.name), h("td", {}, s.changed ? h("b", {}, s.class) : s.class), h("td", {}, s.why || "")))));
}

function features(d) {
  const heaviest = Math.max(...d.features.map(f => Math.abs(f.pull)), 1e-9);
  return h("table", {}, h("caption", {class: "visually-hidden"}, "Features that weigh most"),
    h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Feature"), d.labels.map(l => h("th", {scope: "col", class: "num"}, l.name)), h("th", {scope: "col"}, "toward content or noise"))),
    h("tbody", {}, d.features.map(f => h("tr", {}, h("td", {}, f.name), f.weights.map(w => h("td", {class: "num"}, w.toFixed(2))),
      h("td", {}, h("span", {class: "visually-hidden"}, f.pull > 0 ? "content" : "noise"), pull(f.pull / heaviest))))));
}

/** A bar to the right for content and to the left for noise. */
function pull(share) {
  const width = Math.abs(share) * 50;
  return svg("svg", {class: "pull", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true"},
    svg("rect", {class: share > 0 ? "plus" : "minus", x: share > 0 ? 50 : 50 - width, y: 1, width, height: 6}));
}

/** The details as an element. */
export function detailsOf(d, number, code, name) {
  const text = h("div", {class: "whole", tabindex: "0", role: "group", "aria-label": "Text of the block"}, d.text.map(p => p.m ? h("mark", {}, p.t) : p.t));
  return h("div", {},
    h("h2", {}, `Block ${number} `, h("span", {class: "chip", "data-k": code}, name)),
    h("p", {}, h("b", {}, d.kept ? "Kept: " : "Dropped: "), d.reason),
    text,
    h("h3", {}, "Stages"), stages(d),
    d.tree && [h("h3", {}, "Path through the decision tree"), h("ol", {}, d.tree.map(s => h("li", {}, h("b", {}, s.holds ? "yes: " : "no: "), s.condition)))],
    d.tags?.length ? h("p", {}, "Labels: ", d.tags.join(", ")) : null,
    d.labels && [h("h3", {}, "Probabilities"), h("table", {}, h("tbody", {}, d.labels.map(l => h("tr", {}, h("th", {scope: "row"}, l.name), h("td", {class: "num"}, l.probability.toFixed(4))))))],
    (d.numbers || []).map(numberRow),
    d.features?.length ? [h("h3", {}, "Features that weigh most"), features(d)] : null,
    h("p", {class: "path"}, `Bytes ${d.start} to ${d.end}. ${d.path}`));
}
