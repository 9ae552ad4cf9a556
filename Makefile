# Everything that is run by hand has its name here; CI runs .ci/run.

.PHONY: test race conformance quality hostile memory golden lists picture fuzz lint cross newest oldest vuln ci

test:        ## the tests, as in the README
	go test ./...

race:        ## the tests under the race detector, without those that are slow and of one goroutine
	go test -race -short -timeout 20m ./...

COMPARED = ./internal/conformance ./internal/scan ./boilerpipe ./victor ./victor/langid ./metadata ./cmd/justext
conformance: ## results on all pages against Python jusText, boilerpipe, Victor and browsers; wants ../shared
	JUSTEXT_ALL_PAGES=1 go test -count=1 -v -run 'Conformance|Deviation|Words|TokensAgree|^TestEvents' $(COMPARED)

quality:     ## the tables of scores against gold; wants ../shared
	JUSTEXT_ALL_PAGES=1 go test -count=1 -v -run Quality $(COMPARED)

golden:      ## rewrite the expected results of the golden pages; look at the diff
	go test -run Golden . ./cmd/justext -update

lists:       ## cut the stop lists anew; wants ../shared
	go generate ./stoplists

picture:     ## draw the page of the README, and that of docs/choosing.md
	go run ./internal/picture testdata/golden/blog-post.html > docs/blocks.svg
	go run ./internal/picture -victor testdata/golden/blog-post.html > docs/probabilities.svg

hostile:     ## every hostile shape in every way that tests otherwise sample; takes ten minutes
	JUSTEXT_ALL_SHAPES=1 go test -count=1 -timeout 1h -run 'Hostile|Linear|Bounded|Time|Size|Length' ./...

memory:      ## resident memory for hostile pages of 64 MiB, at most 1 GiB; takes half an hour
	JUSTEXT_MEMORY_MIB=64 go test -count=1 -v -timeout 6h -run Memory . ./boilerpipe ./victor ./cmd/justext

FUZZTIME ?= 20s
ARCHIVETIME ?= $(FUZZTIME)
# Up to Go 1.26 a target may fail with "context deadline exceeded", and no input, when its time
# is over (go.dev/issue/75804).
fuzz:        ## every fuzz target in turn, FUZZTIME each, or ARCHIVETIME if it reads web archives
	@log=$$(mktemp); trap "rm -f $$log" EXIT; \
	grep -rno '^func Fuzz[A-Za-z0-9]*' --include='*_test.go' . | sort | while IFS=: read file _ target; do \
		time=$(FUZZTIME); case $$file in ./corpus/*) time=$(ARCHIVETIME);; esac; \
		echo "$$file $${target#func }"; \
		(cd $$(dirname $$file) && go test -run '^$$' -fuzz "^$${target#func }\$$" -fuzztime $$time -fuzzminimizetime 20x .) >$$log 2>&1 && failed= || failed=1; \
		cat $$log; \
		test -z "$$failed" || { grep -q '^    context deadline exceeded$$' $$log && ! grep -q 'Failing input' $$log; } || exit 1; \
	done

lint:        ## gofmt; vet and staticcheck of every module; and no program is among the files
	@! git ls-files -s | grep '^100755' | grep -v '\.ci/run$$' || { echo "these are programs: run git rm --cached"; exit 1; }
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w ."; exit 1; }
	@set -e; for mod in $$(find . -name go.mod -not -path './.git/*' | sort); do \
		cd $(CURDIR)/$$(dirname $$mod); echo "vet and staticcheck of $$mod"; \
		go vet ./...; go run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) ./...; \
	done
STATICCHECK ?= v0.8.2

cross:       ## builds and checks for other machines, of 32 bits too
	GOARCH=386 go build ./... && GOARCH=386 go vet ./...
	GOOS=windows GOARCH=arm64 go build ./...
	GOOS=darwin GOARCH=arm64 go build ./...

newest:      ## the tests but slow ones with the newest golang.org/x modules, in a copy
	@set -e; dir=$$(mktemp -d); trap 'rm -rf $$dir' EXIT; \
		git ls-files -z | xargs -0 cp --parents -t $$dir; cd $$dir; \
		go get golang.org/x/net@latest golang.org/x/text@latest; go test -short ./...

oldest:      ## the tests with the oldest Go that go.mod allows; downloads it
	GOTOOLCHAIN=go1.25.0 go test ./...

vuln:        ## known vulnerabilities of what is required; asks vuln.go.dev
	go run golang.org/x/vuln/cmd/govulncheck@latest ./...

ci:
	bash .ci/run
