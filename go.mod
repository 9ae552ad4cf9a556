module github.com/seed42075109/justext

go 1.25.0

require (
	golang.org/x/net v0.55.0
	golang.org/x/text v0.37.0
)
