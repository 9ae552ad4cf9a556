//go:build !race

package stoplists

const raceDetector = false
