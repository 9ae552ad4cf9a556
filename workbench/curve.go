package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A point is a block of the curve.
type point struct {
	other   float64 // its probability of noise, before smoothing
	content bool    // whether it should be content
}

// precisionRecall returns recall and precision of the content blocks in percent,
// for every threshold on the probability of noise in rising order.
func precisionRecall(points []point) plotter.XYs {
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.other, b.other) })
	all := 0
	for _, p := range points {
		if p.content {
			all++
		}
	}
	var curve plotter.XYs
	right := 0
	for i, p := range points {
		if p.content {
			right++
		}
		last := i+1 == len(points) || points[i+1].other != p.other
		if last && right > 0 {
			curve = append(curve, plotter.XY{X: 100 * float64(right) / float64(all), Y: 100 * float64(right) / float64(i+1)})
		}
	}
	return thinned(curve)
}

// curvePoints is roughly the number of points of a drawing.
const curvePoints = 500

func thinned(curve plotter.XYs) plotter.XYs {
	step := len(curve)/curvePoints + 1
	var kept plotter.XYs
	for i := range curve {
		if i%step == 0 || i == len(curve)-1 {
			kept = append(kept, curve[i])
		}
	}
	return kept
}

// thresholds are the probabilities of noise that are marked on the curve.
var thresholds = []float64{0.1, 0.25, 0.5, 0.8}

// thresholdMarks returns the places of the thresholds on the curve, where all
// blocks with a lower probability of noise are taken.
func thresholdMarks(points []point) (marks plotter.XYLabels) {
	for _, threshold := range thresholds {
		var taken, right, all float64
		for _, p := range points {
			isTaken := p.other < threshold
			taken += truth(isTaken)
			right += truth(isTaken && p.content)
			all += truth(p.content)
		}
		if right > 0 {
			marks.XYs = append(marks.XYs, plotter.XY{X: 100 * right / all, Y: 100 * right / taken})
			marks.Labels = append(marks.Labels, fmt.Sprintf("< %v", threshold))
		}
	}
	return marks
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// drawCurve draws precision over recall, as in figure 2 of Spousta, Marek and
// Pecina (2008). The format follows from the extension of the file.
func drawCurve(file string, points []point) error {
	p := plot.New()
	p.Title.Text = "Content blocks by P(other), before smoothing"
	p.X.Label.Text, p.Y.Label.Text = "recall, %", "precision, %"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 100
	line, err := plotter.NewLine(precisionRecall(points))
	if err != nil {
		return err
	}
	marks := thresholdMarks(points)
	dots, err := plotter.NewScatter(marks)
	if err != nil {
		return err
	}
	labels, err := plotter.NewLabels(marks)
	if err != nil {
		return err
	}
	labels.Offset = vg.Point{X: -vg.Centimeter, Y: -vg.Centimeter / 2} // inside the curve
	p.Add(plotter.NewGrid(), line, dots, labels)
	return save(p, file)
}

// checkCurve refuses a file that save cannot write.
func checkCurve(file string) error {
	switch filepath.Ext(file) {
	case ".svg", ".png":
		return nil
	}
	return fmt.Errorf("-curve %s: want a name that ends in .svg or .png", file)
}

// save writes a drawing to a file. It leaves room for the last number of the axis
// on the right.
func save(p *plot.Plot, file string) error {
	canvas, err := draw.NewFormattedCanvas(14*vg.Centimeter, 10*vg.Centimeter, strings.TrimPrefix(filepath.Ext(file), "."))
	if err != nil {
		return fmt.Errorf("-curve %s: %w", file, err)
	}
	paper := draw.New(canvas)
	paper.SetColor(color.White)
	paper.Fill(paper.Rectangle.Path())
	p.Draw(draw.Crop(paper, 0, -vg.Centimeter/2, 0, 0))
	var drawing bytes.Buffer
	if _, err := canvas.WriteTo(&drawing); err != nil {
		return err
	}
	return os.WriteFile(file, drawing.Bytes(), 0o666)
}
