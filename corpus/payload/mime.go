package payload

import "strings"

// MIME types that decide what a body is.
const (
	mimeHTML    = "text/html"
	mimeXHTML   = "application/xhtml+xml"
	mimeWAP     = "application/vnd.wap.xhtml+xml"
	mimePlain   = "text/plain"
	mimeUnknown = "application/octet-stream"
	mimeFeed    = "application/xml" // a feed; of which kind does not matter here
)

// parseType returns the essence and the charset of the content types in values,
// the fields of that name: the last one that is well formed counts, as in the
// Fetch standard ("extract a MIME type"). The essence is empty if none is.
func parseType(values []string) (essence, charset string) {
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			name, parameters, _ := strings.Cut(one, ";")
			name = strings.ToLower(strings.Trim(name, " \t"))
			if !wellFormed(name) {
				continue
			}
			old := charset
			charset = parameter(parameters, "charset")
			if charset == "" && name == essence {
				charset = old
			}
			essence = name
		}
	}
	return essence, charset
}

// wellFormed reports whether name is a type, "/" and a subtype.
func wellFormed(name string) bool {
	kind, sub, ok := strings.Cut(name, "/")
	return ok && kind != "" && sub != "" && !strings.ContainsAny(name, " \t\"(),:;<=>?@[\\]{}") && !strings.Contains(sub, "/")
}

// parameter returns the value of a parameter of a type, without quotes.
func parameter(parameters, name string) string {
	for one := range strings.SplitSeq(parameters, ";") {
		key, value, ok := strings.Cut(one, "=")
		if ok && strings.EqualFold(strings.Trim(key, " \t"), name) {
			return strings.Trim(value, " \t\"'")
		}
	}
	return ""
}

// unstated are types that say nothing (MIME Sniffing, 7, step 2).
var unstated = map[string]bool{"": true, "unknown/unknown": true, "application/unknown": true, "*/*": true}

// computeType returns the type of a body that is stated to be of the type
// stated and begins with b (MIME Sniffing, 7). It goes beyond the standard in
// one thing: content stated to be HTML that has the signature of a PDF, a
// picture or the like is that.
func computeType(stated string, b []byte) string {
	switch stated {
	case mimeHTML, mimeXHTML, mimeWAP:
		if mime := sniffBinary(b); mime != "" {
			return mime
		}
		if stated == mimeHTML && isFeed(b) {
			return mimeFeed
		}
	case mimePlain:
		if isBinary(b) && !hasByteOrderMark(b) {
			return mimeUnknown
		}
	default:
		if unstated[stated] {
			return sniff(b)
		}
	}
	return stated
}

// isPage reports whether the type is HTML or XHTML.
func isPage(mime string) bool { return mime == mimeHTML || mime == mimeXHTML || mime == mimeWAP }
