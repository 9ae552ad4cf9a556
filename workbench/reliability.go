package main

import (
	"fmt"
	"strconv"
)

// bins is the number of rows of a reliabilityTable.
const bins = 10

// reliabilityTable compares probabilities with how often what they are of is so: that of
// content with how often blocks are content. what, of and share are the heads of its
// columns. It has a row for each tenth of the probabilities; in the last line is the mean
// difference between the two, weighted by points (the expected calibration error).
func reliabilityTable(points []point, what, of, share string) string {
	var blocks, content [bins]int
	var sums [bins]float64
	for _, p := range points {
		probability := 1 - p.other
		b := min(int(probability*bins), bins-1)
		blocks[b]++
		sums[b] += probability
		if p.content {
			content[b]++
		}
	}
	rows := [][]string{{what, of, "mean", share}}
	away := 0.0
	for b := range bins {
		row := []string{fmt.Sprintf("%.1f to %.1f", float64(b)/bins, float64(b+1)/bins), strconv.Itoa(blocks[b]), "", ""}
		if n := float64(blocks[b]); n > 0 {
			mean, share := sums[b]/n, float64(content[b])/n
			row[2], row[3] = fmt.Sprintf("%.3f", mean), fmt.Sprintf("%.3f", share)
			away += max(mean-share, share-mean) * n / float64(len(points))
		}
		rows = append(rows, row)
	}
	return markdown(rows) + fmt.Sprintf("\nmean difference %.4f\n", away)
}
