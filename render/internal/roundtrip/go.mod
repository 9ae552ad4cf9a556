module github.com/seed42075109/justext/render/internal/roundtrip

go 1.25.0

replace github.com/seed42075109/justext => ../../../

require (
	github.com/seed42075109/justext v0.0.0-00010101000000-000000000000
	github.com/yuin/goldmark v1.7.13
	golang.org/x/net v0.55.0
)

require golang.org/x/text v0.37.0 // indirect
