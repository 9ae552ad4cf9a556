//go:build unix

package hostile

import (
	"syscall"
	"time"
)

// processTime returns the time that this process has kept processors busy. Unlike the
// time of day, it does not depend on what else the machine does.
func processTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return timeOfDay()
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
