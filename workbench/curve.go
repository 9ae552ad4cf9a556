package main

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A point is a block: its probability of noise, and whether it is content.
type point struct {
	other   float64
	content bool
}

// precisionRecall returns recall and precision, in percent, of content blocks
// for every threshold on the probability of noise, rising.
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

// curvePoints is about how many points a drawing has.
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

// drawCurve draws precision over recall (seed, figure 2). The extension of the
// file says in which format.
func drawCurve(file string, points []point) error {
	p := plot.New()
	p.Title.Text = "Content blocks by the threshold on P(other)"
	p.X.Label.Text, p.Y.Label.Text = "recall, %", "precision, %"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 100
	line, err := plotter.NewLine(precisionRecall(points))
	if err != nil {
		return err
	}
	p.Add(plotter.NewGrid(), line)
	return p.Save(14*vg.Centimeter, 10*vg.Centimeter, file)
}
