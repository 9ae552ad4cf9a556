package view

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
)

// reportStyle is the style sheet of a report.
const reportStyle = `:root{color-scheme:light dark;font:16px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:110rem;padding:1rem}
iframe{width:100%;height:70vh;border:1px solid #888;background:#fff;resize:vertical;overflow:auto}
.methods{display:grid;grid-template-columns:repeat(auto-fit,minmax(22rem,1fr));gap:1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{border:1px solid #8888;padding:.2rem .5rem;text-align:left;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.key{padding:0 .4em;border-radius:3px;color:#111}
.k{background:#a6e3a1}.c{background:#d3f5c4}.h{background:#b3d7ff}.d{background:#e2e2e6}.x{background:#ffd9c2}
`

// reportPolicy is the content security policy of a report, which has no scripts at all.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'"

// Report returns all pages with colours and reasons as one HTML page that needs no
// server, no scripts and no other file.
func (s *Store) Report(methods []Method) ([]byte, error) {
	w := &reportWriter{}
	w.printf(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="%s">`, reportPolicy)
	w.printf(`<meta name="viewport" content="width=device-width, initial-scale=1"><title>Workbench report</title><style>%s</style></head><body><h1>Workbench report</h1><p>`, reportStyle)
	w.printf("Blocks of text by what became of them:")
	for _, e := range Legend() {
		w.printf(` <span class="key %s">%s</span>`, e.Code, e.Name)
	}
	w.printf(". Hold the pointer over a block to read why; the lists below the pages have the same in words.</p>")
	pages := s.Overview().Pages
	if len(pages) > 1 {
		w.printf("<nav><h2>Pages</h2><ol>")
		for i, p := range pages {
			w.printf(`<li><a href="#page-%d">%s</a></li>`, i, p.ID)
		}
		w.printf("</ol></nav>")
	}
	w.printf("<main>")
	for i, p := range pages {
		if err := s.reportPage(w, i, p, methods); err != nil {
			return nil, fmt.Errorf("%s: %w", p.ID, err)
		}
	}
	w.printf("</main></body></html>\n")
	return w.out.Bytes(), nil
}

// A reportWriter writes HTML.
type reportWriter struct{ out bytes.Buffer }

// printf is fmt.Fprintf that escapes strings.
func (w *reportWriter) printf(format string, values ...any) {
	for i, v := range values {
		if text, ok := v.(string); ok {
			values[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(&w.out, format, values...)
}

func (s *Store) reportPage(w *reportWriter, number int, info PageInfo, methods []Method) error {
	r := &Request{Page: info.ID, Methods: methods}
	v, err := s.View(r)
	if err != nil {
		return err
	}
	p, results, err := s.resultsOf(r)
	if err != nil {
		return err
	}
	defer p.mu.Unlock()
	w.printf(`<section aria-labelledby="page-%d"><h2 id="page-%d">%s</h2>`, number, number, info.ID)
	if v.Warning != "" {
		w.printf("<p>%s</p>", v.Warning)
	}
	w.printf("<p>Encoding %s.", v.Encoding)
	if len(results) > 1 {
		w.printf(" The methods agree on %.1f percent of the text; there are %d differences.", 100*v.Agreement, len(v.Differences))
	}
	w.printf(`</p><div class="methods">`)
	for m, result := range results {
		w.method(p, result, &v.Results[m], methods[m])
	}
	w.printf("</div></section>")
	return nil
}

// method writes a page as a method sees it.
func (w *reportWriter) method(p *Page, r *result, v *ResultView, m Method) {
	name := m.Name
	for setting, value := range m.Settings {
		name += " " + setting + "=" + value
	}
	w.printf("<article><h3>%s</h3><p>%d of %d blocks kept, %d words", name, v.Kept, len(v.Codes), v.Words)
	if v.Score != nil {
		w.printf("; precision %.3f, recall %.3f, F1 %.3f", v.Score.Precision, v.Score.Recall, v.Score.F1)
	}
	if v.Lang != "" {
		w.printf("; language %s", v.Lang)
	}
	frame := p.frame(r, true, func(i int) string {
		return ` k="` + string(r.codes[i]) + `" title="` + escape(r.reasons[r.reason[i]]) + `"`
	})
	w.printf(`.</p><iframe sandbox="" title="%s" srcdoc="%s"></iframe>`, "the page as "+name+" sees it", string(frame))
	w.printf(`<details><summary>The blocks in words</summary><div class="wide"><table><thead><tr><th scope="col">Block</th><th scope="col">Became</th><th scope="col">Why</th><th scope="col">Text</th></tr></thead><tbody>`)
	names := make(map[byte]string)
	for _, e := range Legend() {
		names[e.Code[0]] = e.Name
	}
	for i, code := range r.codes {
		w.printf(`<tr><td class="n">%d</td><td><span class="key %s">%s</span></td><td>%s</td><td>%s</td></tr>`,
			i, string(code), names[code], r.reasons[r.reason[i]]+numbersInWords(r.details(i)), excerpt(r.seg.blocks[i].text, 300))
	}
	w.printf("</tbody></table></div></details></article>")
}

// numbersInWords returns the figures of a block, with their thresholds.
func numbersInWords(d *Details) string {
	var parts []string
	for _, n := range d.Numbers {
		part := strings.ToLower(n.Name) + " " + strconv.FormatFloat(n.Value, 'g', 3, 64)
		var marks []string
		for _, t := range n.Marks {
			marks = append(marks, t.Name+" "+strconv.FormatFloat(t.Value, 'g', 3, 64))
		}
		if len(marks) > 0 {
			part += " (" + strings.Join(marks, ", ") + ")"
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}
