//go:build race

package stoplists

// raceDetector: under it sync.Pool drops things at random, and all is slow.
const raceDetector = true
