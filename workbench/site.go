package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/stoplists"
	"github.com/seed42075109/justext/workbench/serve"
)

// wasmPackage is the command that runs in the browser.
const wasmPackage = "./serve/wasm"

// siteCommand writes the page of the workbench as files that need no server: the same
// page, with the methods compiled to WebAssembly.
func siteCommand(args []string, out io.Writer) error {
	flags := newFlags("site", "FOLDER")
	source := flags.String("source", ".", "the `folder` workbench of the clone, in which the program for the browser is compiled")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("want the FOLDER to write to")
	}
	folder := flags.Arg(0)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	program, err := buildWasm(*source)
	if err != nil {
		return err
	}
	if err := copyStatic(folder); err != nil {
		return err
	}
	support, err := wasmSupport()
	if err != nil {
		return err
	}
	compressed, err := gzipped(program)
	if err != nil {
		return err
	}
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "wasm_exec.js"), support, 0o666),
		os.WriteFile(filepath.Join(folder, "workbench.wasm.gz"), compressed, 0o666), writeLists(filepath.Join(folder, "lists"))); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: workbench.wasm.gz has %d bytes, %d when it is unpacked\n", folder, len(compressed), len(program))
	return err
}

// buildWasm compiles the program for the browser.
func buildWasm(source string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "workbench-site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "workbench.wasm")
	overlay, err := withoutLists(source, folder)
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-overlay", overlay, "-trimpath", "-ldflags=-s -w", "-o", file, wasmPackage)
	build.Dir = source
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if printed, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build %s in %s (-source): %w\n%s", wasmPackage, source, err, printed)
	}
	return os.ReadFile(file)
}

// withoutLists writes a file for the flag -overlay that replaces the stop lists by empty
// ones: the page loads the lists that it needs. They are half of the program.
func withoutLists(source, folder string) (string, error) {
	find := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/seed42075109/justext/stoplists")
	find.Dir = source
	dir, err := find.Output()
	if err != nil {
		return "", fmt.Errorf("go list in %s (-source): %w", source, err)
	}
	// The number of lists and the end of each (see stoplists/index.go).
	n := len(stoplists.Languages())
	empty := binary.LittleEndian.AppendUint32(nil, uint32(n))
	empty = append(empty, make([]byte, 4*n)...)
	replacement := filepath.Join(folder, "lists.bin")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(strings.TrimSpace(string(dir)), "lists.bin"): replacement}})
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "overlay.json")
	return file, errors.Join(os.WriteFile(replacement, empty, 0o666), os.WriteFile(file, overlay, 0o666))
}

// writeLists writes each stop list into a file of its own.
func writeLists(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, language := range stoplists.Languages() {
		list, err := stoplists.Lookup(language.Tag)
		if err != nil {
			return err
		}
		compressed, err := gzipped([]byte(strings.Join(list.Words(), "\n") + "\n"))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, language.Tag+".txt.gz"), compressed, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// wasmSupport returns the script of the Go distribution that runs compiled programs.
func wasmSupport() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{"lib", "misc"} {
		script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), folder, "wasm", "wasm_exec.js"))
		if !errors.Is(err, fs.ErrNotExist) {
			return script, err
		}
	}
	return nil, errors.New("the Go distribution has no wasm_exec.js")
}

// copyStatic writes the files of the page. In place of the one for the server, the page
// that loads the program is the index.
func copyStatic(folder string) error {
	static := serve.Static()
	return fs.WalkDir(static, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(static, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			content = bytes.Replace(content, []byte("<!--site-->"), []byte(siteHead), 1)
		}
		return os.WriteFile(filepath.Join(folder, name), content, 0o666)
	})
}

// siteHead is in the head of the page that needs no server. Pages that are shown in a
// frame have the policy of the page around them, which therefore allows style sheets
// within a page.
const siteHead = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'"><meta name="workbench" content="wasm"><script src="wasm_exec.js" defer></script>`

func gzipped(content []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
