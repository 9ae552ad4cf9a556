package render

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
)

// addresses resolves the addresses of a page.
type addresses struct {
	base *url.URL
	root string // the scheme and the host of the base; "" without a base
}

// newAddresses returns the addresses of a page that has an address, or "". The
// page's first base element with an address counts (HTML standard, 4.2.3).
func newAddresses(p *rawPage, address string) *addresses {
	a := &addresses{}
	if u, err := url.Parse(address); err == nil && u.IsAbs() {
		a.setBase(u)
	}
	if href := p.baseHref(); href != "" {
		if u, err := a.resolve(a.slashed(clean(href))); err == nil && hasHost[u.Scheme] {
			a.setBase(u)
		}
	}
	return a
}

func (a *addresses) setBase(u *url.URL) {
	a.base, a.root = u, ""
	if hasHost[u.Scheme] && u.User == nil && isHost(u.Host) {
		a.root = u.Scheme + "://" + u.Host
	}
}

// maxAddress is how many bytes an address may have.
const maxAddress = 8192

// allowedLink are the schemes of links, apart from "" for addresses that are
// relative; allowedImage are those of images. No address of these runs anything.
var (
	allowedLink  = map[string]bool{"http": true, "https": true, "ftp": true, "mailto": true, "tel": true}
	allowedImage = map[string]bool{"http": true, "https": true}

	// hasHost are the schemes of addresses that have a host.
	hasHost = map[string]bool{"http": true, "https": true, "ftp": true}
)

// link returns the address of a link, or "" if it has none, if it leads to a
// place in the page itself, or if its scheme is not one of those allowed.
func (a *addresses) link(href string) string { return a.absolute(href, allowedLink) }

// image returns the address of an image, or "".
func (a *addresses) image(src string) string { return a.absolute(src, allowedImage) }

func (a *addresses) absolute(raw string, allowed map[string]bool) string {
	if len(raw) > maxAddress {
		return ""
	}
	if address, ok := a.simple(raw); ok {
		return address
	}
	return a.resolved(raw, allowed)
}

// resolved returns the address that any raw address leads to.
func (a *addresses) resolved(raw string, allowed map[string]bool) string {
	text := a.slashed(clean(raw))
	if text == "" || text == "//" || text[0] == '#' {
		return ""
	}
	u, err := a.resolve(text)
	if err != nil || u.Scheme != "" && !allowed[u.Scheme] || u.Host == "" && hasHost[u.Scheme] {
		return ""
	}
	if u.Scheme == "" && strings.Contains(firstSegment(text), ":") {
		return ""
	}
	return u.String()
}

// simple resolves the addresses that most links have: those that are as they should be,
// with a host, or a path from the root. resolved would return the same.
func (a *addresses) simple(raw string) (address string, ok bool) {
	path, root := raw, ""
	if rest, found := strings.CutPrefix(raw, "http"); found {
		host, found := strings.CutPrefix(strings.TrimPrefix(rest, "s"), "://")
		end := strings.IndexByte(host, '/')
		if !found || end < 0 || !isHost(host[:end]) {
			return "", false
		}
		path = host[end:]
	} else if a.base != nil {
		if root = a.root; root == "" {
			return "", false
		}
	}
	path, query, _ := strings.Cut(path, "?")
	for i := range len(path) {
		if !pathBytes[path[i]] || i > 0 && path[i-1] == '/' && (path[i] == '/' || path[i] == '.') {
			return "", false
		}
	}
	for i := range len(query) {
		if query[i] <= ' ' || query[i] >= 0x7f || query[i] == '#' {
			return "", false
		}
	}
	return root + raw, path != "" && path[0] == '/'
}

// isHost reports whether a host is a name of letters, digits, hyphens and full stops.
func isHost(host string) bool {
	for i := range len(host) {
		if c := host[i]; !ascii.IsAlphanumeric(c) && c != '.' && c != '-' {
			return false
		}
	}
	return host != ""
}

// pathBytes are bytes that are written in a path as they are.
var pathBytes = func() (table [256]bool) {
	for c := range table {
		table[c] = ascii.IsAlphanumeric(byte(c)) || strings.IndexByte("/-_.~+,=&@", byte(c)) >= 0 && c < 0x80
	}
	return table
}()

func firstSegment(text string) string {
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		return text[:i]
	}
	return text
}

// slashed writes the slashes of an address as package net/url expects them. Browsers read
// backslashes as slashes, and "http:x" by the scheme of the base: as relative, or with any
// number of slashes before the host (URL standard, 4.4, the states for special schemes).
func (a *addresses) slashed(text string) string {
	scheme, rest, ok := strings.Cut(text, ":")
	if scheme = strings.ToLower(scheme); !ok || strings.ContainsAny(scheme, `/\?#`) {
		scheme, rest = "", text
	} else if !hasHost[scheme] {
		return text
	}
	if strings.Contains(rest, `\`) {
		end := len(rest)
		if i := strings.IndexAny(rest, "?#"); i >= 0 {
			end = i
		}
		rest = strings.ReplaceAll(rest[:end], `\`, "/") + rest[end:]
	}
	isAuthority := strings.HasPrefix(rest, "//")
	switch {
	case scheme == "" && isAuthority:
		return "//" + strings.TrimLeft(rest, "/")
	case scheme == "", !isAuthority && a.base != nil && a.base.Scheme == scheme:
		return rest
	}
	return scheme + "://" + strings.TrimLeft(rest, "/")
}

// resolve parses an address and resolves it against the base.
func (a *addresses) resolve(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		if u, err = url.Parse(escapePercent(text)); err != nil {
			return nil, err
		}
	}
	if a.base != nil {
		u = a.base.ResolveReference(u)
	}
	if u.Host != "" && u.Path == "" && (u.Scheme == "http" || u.Scheme == "https") {
		u.Path = "/"
	}
	return u, nil
}

// clean takes out what the URL standard, 4.4, ignores: control characters and
// spaces at the ends, and tabs and line feeds anywhere. A space between other
// characters becomes %20. With any other control character the address is "".
func clean(raw string) string {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	if strings.IndexFunc(raw, func(r rune) bool { return r <= ' ' || isControl(r) }) < 0 {
		return raw
	}
	var b strings.Builder
	for _, r := range raw {
		switch {
		case r == '\t', r == '\n', r == '\r':
		case r == ' ':
			b.WriteString("%20")
		case r < ' ' || isControl(r):
			return ""
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapePercent writes "%25" for each "%" that begins no byte in hexadecimal.
func escapePercent(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if text[i] == '%' && (i+2 >= len(text) || !isHex(text[i+1]) || !isHex(text[i+2])) {
			b.WriteString("%25")
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// imageAttributes are the attributes of an image that are read: its address; those in which
// pages keep the address of one that a script loads later, in the order in which they are
// tried; those with several addresses; and others.
var imageAttributes = [...]string{"src",
	"data-src", "data-original", "data-lazy-src", "data-image-loader", "data-hi-res-src", "data-original-src", "data-full-src", "data-echo", "data-url",
	"srcset", "data-srcset", "data-lazy-srcset",
	"alt", "width", "height"}

// Where some of them are in the list: the first of those with several addresses, the
// alternative text, and the width, with the height after it.
const (
	imageSets  = 10
	imageAlt   = 13
	imageWidth = 14
)

// imageValues are the values of the imageAttributes of an element, nil if it has not one.
type imageValues [len(imageAttributes)][]byte

// imageValues reads the attributes of an image element.
func (p *rawPage) imageValues(at int32) (values imageValues) {
	n := &p.nodes[at]
	for key, value := range p.scanner.Attrs(int(n.start), int(n.end)) {
		for i, name := range imageAttributes {
			if values[i] == nil && ascii.EqualFold(key, name) {
				values[i] = value
			}
		}
	}
	return values
}

// source returns the address of an image element, or "" (docs/structure.md, "Lazy
// images").
func (b *builder) source(at int32, values *imageValues) string {
	for _, value := range values[:imageSets] {
		if isPlaceholder(value) {
			continue
		}
		if address := b.addresses.image(string(value)); address != "" {
			return address
		}
	}
	for _, value := range values[imageSets:imageAlt] {
		if address := b.addresses.image(largest(string(value))); address != "" {
			return address
		}
	}
	return b.pictureSource(at)
}

// pictureSource returns the address of the first source of the picture that an
// image stands in.
func (b *builder) pictureSource(at int32) string {
	parent := b.p.nodes[at].parent
	if b.p.nodes[parent].tag != tags.Picture {
		return ""
	}
	for c := range b.p.children(parent) {
		if b.p.nodes[c].tag != tags.Source {
			continue
		}
		for _, name := range imageAttributes[imageSets:imageAlt] {
			if address := b.addresses.image(largest(b.p.attr(c, name))); address != "" {
				return address
			}
		}
	}
	return ""
}

// isPlaceholder reports whether the address of an image is one that stands for
// another until a script replaces it.
func isPlaceholder(src []byte) bool {
	src = bytes.TrimSpace(src)
	if len(src) == 0 || ascii.HasPrefixFold(src, "data:") {
		return true
	}
	name := strings.ToLower(string(src[bytes.LastIndexByte(src, '/')+1:]))
	if strings.Contains(name, "placeholder") {
		return true
	}
	for _, word := range []string{"blank.", "spacer.", "1x1", "transparent.", "lazy.", "loading."} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// largest returns the address in a srcset whose descriptor is the largest (HTML
// standard, 4.8.4.2.1).
func largest(set string) (address string) {
	best := -1.0
	for set != "" {
		set = strings.TrimLeft(set, " \t\n\f\r,")
		end := strings.IndexAny(set, " \t\n\f\r")
		if end < 0 {
			end = len(set)
		}
		url := set[:end]
		rest := set[end:]
		descriptor := ""
		if !strings.HasSuffix(url, ",") {
			descriptor, rest, _ = strings.Cut(rest, ",")
		}
		url = strings.TrimRight(url, ",")
		if size := descriptorSize(strings.TrimSpace(descriptor)); url != "" && size > best {
			best, address = size, url
		}
		set = rest
	}
	return address
}

// descriptorSize returns the number of a descriptor such as "2x" or "800w"; 1 if
// there is none.
func descriptorSize(descriptor string) float64 {
	if len(descriptor) < 2 {
		return 1
	}
	n := 0.0
	scale := 1.0
	for i := range len(descriptor) - 1 {
		switch c := descriptor[i]; {
		case '0' <= c && c <= '9' && scale == 1:
			n = n*10 + float64(c-'0')
		case '0' <= c && c <= '9':
			n += float64(c-'0') * scale
			scale /= 10
		case c == '.' && scale == 1:
			scale = 0.1
		default:
			return 1
		}
	}
	return n
}

// baseHref returns the address of the page's base element, or "".
func (p *rawPage) baseHref() string {
	src := p.src
	for at := 0; ; {
		n := bytes.IndexByte(src[at:], '<')
		if at += n + 1; n < 0 || at == len(src) {
			return ""
		}
		switch rest := src[at:]; ascii.Lower(rest[0]) {
		case '!':
			if bytes.HasPrefix(rest, []byte("!--")) {
				at = markup.CommentEnd(src, at-1)
			}
		case 's':
			if ascii.HasPrefixFold(rest, "script") {
				at = markup.RawTextEnd(src, at, "script")
			} else if ascii.HasPrefixFold(rest, "style") {
				at = markup.RawTextEnd(src, at, "style")
			}
		case 'b':
			if ascii.HasPrefixFold(rest, "body") {
				return ""
			}
			if !ascii.HasPrefixFold(rest, "base") || len(rest) == len("base") || !markup.EndsName(rest[len("base")]) {
				continue
			}
			end, _ := markup.TagEnd(src, at+len("base"), markup.NextAttr)
			for key, value := range p.scanner.Attrs(at-1, end) {
				if ascii.EqualFold(key, "href") {
					return string(value)
				}
			}
			at = end
		}
	}
}
