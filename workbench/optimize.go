package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"gonum.org/v1/gonum/optimize"

	"github.com/seed42075109/justext/victor"
)

// A training says how to find the weights of a model.
type training struct {
	cutOff     int       // features that occur fewer times are left out
	c          float64   // how much the pages count against small weights, -c of CRF++
	eta        float64   // stop when the objective improves by a smaller share for steady iterations
	iterations int       // the most iterations
	progress   io.Writer // nil for none
}

// steady is the number of iterations in a row without much improvement that end a
// training.
const steady = 3

// train finds the weights of a problem by L-BFGS. The objective is convex and its
// parts are summed in a fixed order, so that the same pages give the same weights
// on any number of cores.
func (o training) train(p *victor.Problem) ([]float64, float64, error) {
	cached := &cachedObjective{problem: p, gradient: make([]float64, p.NumWeights())}
	problem := optimize.Problem{Func: cached.value, Grad: cached.slope}
	began := time.Now()
	settings := &optimize.Settings{
		MajorIterations: o.iterations,
		Converger:       &optimize.FunctionConverge{Relative: o.eta, Iterations: steady},
		Recorder:        &progress{w: o.progress, began: began},
	}
	result, err := optimize.Minimize(problem, make([]float64, p.NumWeights()), settings,
		&optimize.LBFGS{Linesearcher: &optimize.MoreThuente{}, Store: 10})
	if !isEnd(err) || result == nil {
		return nil, 0, fmt.Errorf("training: %w", err)
	}
	if o.progress != nil {
		fmt.Fprintf(o.progress, "\robjective %.2f after %d iterations, %v, %v\n", result.F, result.MajorIterations, time.Since(began).Round(time.Millisecond), result.Status)
	}
	return result.X, result.F, nil
}

// isEnd reports whether an error of the optimizer ends a training as it should: a
// line search that finds nothing better has reached the precision of 64 bits.
func isEnd(err error) bool {
	return err == nil || errors.Is(err, optimize.ErrLinesearcherFailure) || errors.Is(err, optimize.ErrNoProgress) ||
		errors.Is(err, optimize.ErrNonDescentDirection)
}

// A cachedObjective computes the objective and its gradient at once. The optimizer
// asks for both, one after the other.
type cachedObjective struct {
	problem  *victor.Problem
	at       []float64
	f        float64
	gradient []float64
}

func (c *cachedObjective) compute(x []float64) {
	if c.at == nil || !slices.Equal(x, c.at) {
		c.at = append(c.at[:0], x...)
		c.f = c.problem.Objective(x, c.gradient)
	}
}

func (c *cachedObjective) value(x []float64) float64 {
	c.compute(x)
	return c.f
}

func (c *cachedObjective) slope(gradient, x []float64) {
	c.compute(x)
	copy(gradient, c.gradient)
}

// progress keeps one line on a terminal up to date.
type progress struct {
	w     io.Writer
	began time.Time
}

func (p *progress) Init() error { return nil }

func (p *progress) Record(location *optimize.Location, operation optimize.Operation, stats *optimize.Stats) error {
	if p.w != nil && operation == optimize.MajorIteration {
		fmt.Fprintf(p.w, "\riteration %d, objective %.2f, %v ", stats.MajorIterations, location.F, time.Since(p.began).Round(time.Second))
	}
	return nil
}
