package metadata

// A Summary has the values alone, without where they were found, in the form
// that suits a line of JSON. Dates are days as YYYY-MM-DD beside the time as
// found.
type Summary struct {
	Title        string   `json:"title,omitempty"`
	Authors      []string `json:"authors,omitempty"`
	Date         string   `json:"date,omitempty"`
	DateText     string   `json:"date_text,omitempty"`
	Modified     string   `json:"modified,omitempty"`
	ModifiedText string   `json:"modified_text,omitempty"`
	Site         string   `json:"site,omitempty"`
	Lang         string   `json:"lang,omitempty"`
	Description  string   `json:"description,omitempty"`
	Image        string   `json:"image,omitempty"`
	Categories   []string `json:"categories,omitempty"`
	Tags         []string `json:"tags,omitempty"`
	License      string   `json:"license,omitempty"`
	URL          string   `json:"url,omitempty"`
	Type         string   `json:"type,omitempty"`
}

// Summary returns the values alone.
func (m *Metadata) Summary() Summary {
	return Summary{
		Title: m.Title.Text, Authors: m.Authors.Texts(),
		Date: m.Published.Day, DateText: m.Published.Text, Modified: m.Modified.Day, ModifiedText: m.Modified.Text,
		Site: m.Site.Text, Lang: m.Language.Text, Description: m.Description.Text, Image: m.Image.Text,
		Categories: m.Categories.Texts(), Tags: m.Tags.Texts(), License: m.License.Text, URL: m.URL.Text, Type: m.Type.Text,
	}
}
