module github.com/seed42075109/justext/corpus

go 1.25.0

replace github.com/seed42075109/justext => ../

require (
	github.com/klauspost/compress v1.20.3
	github.com/pierrec/lz4/v4 v4.1.33
)

require github.com/andybalholm/brotli v1.2.8
