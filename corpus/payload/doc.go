// Package payload reads what the records of a web archive hold: the head of an
// HTTP response, its body without transfer and content encodings, and whether
// that body is a page.
//
//	d := payload.NewDecoder(payload.DefaultLimits())
//	for … { // records of a warc.Reader
//		msg, err := d.Open(rec)
//		if err == nil && msg.Class == payload.Page {
//			// read the body from msg, at most up to the limit
//		}
//	}
//
// A crawler stores what a server sent, and servers send many things that no
// standard allows. The package is as patient as a browser: it reads heads whose
// lines end in LF only, fields that are folded or repeated, and heads without a
// blank line before the body. It measures a body by the record and not by the
// Content-Length of the head. A body that is not encoded as its head claims is
// given as it is; archives often keep the decoded body and the head as it was.
// [Message.Notes] says what was met.
package payload
