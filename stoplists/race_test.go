//go:build race

package stoplists

// raceDetector reports whether the race detector is on, under which sync.Pool drops
// values at random.
const raceDetector = true
