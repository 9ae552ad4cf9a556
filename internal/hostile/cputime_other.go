//go:build !unix

package hostile

import "time"

func processTime() time.Duration { return timeOfDay() }
