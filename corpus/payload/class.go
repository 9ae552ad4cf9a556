package payload

import (
	"fmt"
	"strings"

	"github.com/seed42075109/justext/corpus/warc"
)

// A Class says what a record is to someone who wants pages. Each record has
// exactly one.
type Class uint8

// The classes.
const (
	Page         Class = iota + 1 // HTML or XHTML, with status 200 if it came by HTTP
	Text                          // plain text, likewise
	OtherType                     // something else, likewise
	OtherStatus                   // a response with another status, or with none
	Revisit                       // the body is that of an earlier record
	Conversion                    // made from another record, such as the text in WET
	Request                       // what the crawler sent
	Metadata                      // about another record
	Warcinfo                      // about the file
	DNS                           // an answer of the domain name system
	Continuation                  // a later part of a record in segments
	UnknownType                   // a record of no type or of an unknown one

	classes
)

var classNames = [classes]string{
	Page: "page", Text: "text", OtherType: "other-type", OtherStatus: "other-status",
	Revisit: "revisit", Conversion: "conversion", Request: "request", Metadata: "metadata",
	Warcinfo: "warcinfo", DNS: "dns", Continuation: "continuation", UnknownType: "unknown-type",
}

// String returns a short name such as "other-status".
func (c Class) String() string {
	if c == 0 || c >= classes {
		return fmt.Sprintf("Class(%d)", uint8(c))
	}
	return classNames[c]
}

// passive are the classes of the records that hold no payload of a server.
var passive = map[string]Class{
	warc.TypeRevisit:      Revisit,
	warc.TypeConversion:   Conversion,
	warc.TypeRequest:      Request,
	warc.TypeMetadata:     Metadata,
	warc.TypeWarcinfo:     Warcinfo,
	warc.TypeContinuation: Continuation,
}

// classOf returns the class of rec as far as its header tells it, 0 if the
// payload decides.
func classOf(rec *warc.Record) Class {
	switch rec.Type {
	case warc.TypeResponse, warc.TypeResource:
		if strings.HasPrefix(rec.TargetURI, "dns:") || strings.HasPrefix(rec.ContentType, "text/dns") {
			return DNS
		}
		return 0
	}
	if class, ok := passive[rec.Type]; ok {
		return class
	}
	return UnknownType
}
