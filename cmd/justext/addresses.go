package main

import (
	"bufio"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// maxAddressLine is how many bytes a line of the file of -urls may have.
const maxAddressLine = 1 << 20

// readAddresses reads the file of -urls: in each line the name of a page, a tab,
// and its address. Empty lines are passed over.
func readAddresses(name string) (map[string]string, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("-urls: %w", err)
	}
	defer file.Close()
	addresses := make(map[string]string)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxAddressLine)
	number := 0
	for lines.Scan() {
		number++
		line := strings.TrimSuffix(lines.Text(), "\r")
		if number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line == "" {
			continue
		}
		if err := addAddress(addresses, line); err != nil {
			return nil, fmt.Errorf("-urls %s, line %d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("-urls %s, line %d: %w", name, number+1, err)
	}
	return addresses, nil
}

// addAddress adds what a line says.
func addAddress(addresses map[string]string, line string) error {
	page, address, ok := strings.Cut(line, "\t")
	switch {
	case !ok:
		return errors.New("expected the name of a page, a tab and its address; there is no tab")
	case page == "":
		return errors.New("there is no name before the tab")
	case strings.Contains(address, "\t"):
		return errors.New("there are two tabs; a tab in the name of a page cannot be written here")
	case !isWebAddress(address):
		return fmt.Errorf("%q is not an address such as https://example.org/page", address)
	}
	page = pageKey(page)
	if other, ok := addresses[page]; ok && other != address {
		return fmt.Errorf("%s has the address %s in an earlier line", terminalName(page), other)
	}
	addresses[page] = address
	return nil
}

func isWebAddress(text string) bool {
	parsed, err := url.Parse(text)
	return err == nil && utf8.ValidString(text) && parsed.Host != "" && (strings.EqualFold(parsed.Scheme, "http") || strings.EqualFold(parsed.Scheme, "https"))
}

// pageKey is the name by which the address of a page is kept.
func pageKey(name string) string {
	if name == "-" {
		return name
	}
	return filepath.Clean(name)
}

// address returns the address of a page, or "". Its name may stand in the file as
// it is, or as JSON has it.
func (r *rendering) address(name string) string {
	if len(r.addresses) == 0 {
		return ""
	}
	if address, ok := r.addresses[pageKey(name)]; ok {
		return address
	}
	return r.addresses[pageKey(jsonName(name))]
}
