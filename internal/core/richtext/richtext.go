// Package richtext sanitises text that members and staff write: titles of plain text, and contents with paragraphs, lists,
// tables, links and pictures of our own. Its output is safe to embed in a page, whatever the input (S-05): scripts,
// handlers, styles, forms and frames are gone, links leave without a referrer, and pictures come from the site itself.
package richtext

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	xhtml "golang.org/x/net/html"
)

// The longest texts, in code points; of a content, what is left to read counts.
const (
	MaxTitle   = 100
	MaxContent = 10_000
	maxHTML    = 60_000 // bytes of the cleaned content with its marks
)

// Content is a text with its marks, and without them for those who show text only.
type Content struct {
	HTML string // cleaned
	Text string // the same to read; a line for each paragraph
}

var (
	// An address in a link: absolute with http(s), or a path of the site. Two slashes would leave the site without saying so,
	// and a user before the host (https://bank.test@evil.test) shows another address than the one it leads to.
	link = regexp.MustCompile(`^(?:https?://[^\s\\/?#@]+(?:[/?#][^\s\\]*)?|/(?:[^/\\\s][^\\\s]*)?)$`)
	// A picture of our own.
	picture = regexp.MustCompile(`^/art/[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*\.(?:svg|png|webp|jpg)$`)
	policy  = newPolicy()
	strict  = bluemonday.StrictPolicy()
)

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "b", "strong", "i", "em", "u", "s", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "hr", "code", "pre",
		"table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("href").Matching(link).OnElements("a")
	p.AllowAttrs("src").Matching(picture).OnElements("img")
	p.AllowAttrs("alt").Matching(bluemonday.Paragraph).OnElements("img")
	p.AllowURLSchemes("http", "https")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}

// Clean returns the safe part of a written text. It is false when nothing readable or visible is left, or when the text is
// too long.
func Clean(written string) (Content, bool) {
	c := Content{HTML: strings.TrimSpace(policy.Sanitize(printable(written)))}
	c.Text = text(c.HTML)
	empty := c.Text == "" && !strings.Contains(c.HTML, "<img ")
	if empty || len(c.HTML) > maxHTML || utf8.RuneCountInString(c.Text) > MaxContent {
		return Content{}, false
	}
	return c, true
}

// Plain makes a content of text without marks: it reads as it is, its line ends included.
func Plain(s string) Content {
	return Content{HTML: strings.ReplaceAll(html.EscapeString(s), "\n", "<br>"), Text: s}
}

// Text returns a text without marks as a content, line ends included and what surrounds it taken off. It is false when it has fewer
// code points than least or more than most.
func Text(written string, least, most int) (Content, bool) {
	s := strings.TrimSpace(manyLines.ReplaceAllString(printable(written), "\n\n"))
	n := utf8.RuneCountInString(s)
	return Plain(s), n >= least && n <= most
}

// Line returns plain text on one line as it was written, for what must not be changed: an address, a name. It is false when
// nothing is left, or more than most code points.
func Line(written string, most int) (string, bool) {
	s := strings.Join(strings.Fields(printable(written)), " ")
	return s, s != "" && utf8.RuneCountInString(s) <= most
}

// Title returns a title as plain text on one line. It is false when nothing is left, or when it is too long. Markup is
// removed, including markup that only appears when other markup was removed, so that a page that forgets to escape a title
// is not harmed.
func Title(written string) (string, bool) {
	s := written
	for range 8 {
		next := strings.Join(strings.Fields(html.UnescapeString(strict.Sanitize(printable(s)))), " ")
		if next == s {
			return s, s != "" && utf8.RuneCountInString(s) <= MaxTitle
		}
		s = next
	}
	return "", false // wrapped more often than any person does
}

// printable drops what has no place in a text: NUL and other controls, and the marks that turn the direction of what follows.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r), r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, s)
}

// breaks are the elements after which a line ends.
var breaks = map[string]bool{
	"p": true, "br": true, "h2": true, "h3": true, "h4": true, "li": true, "blockquote": true, "hr": true, "pre": true, "tr": true,
}

var manyLines = regexp.MustCompile(`\n{3,}`)

// text reads a cleaned content.
func text(cleaned string) string {
	var out strings.Builder
	for z := xhtml.NewTokenizer(strings.NewReader(cleaned)); ; {
		kind := z.Next()
		if kind == xhtml.ErrorToken {
			return strings.TrimSpace(manyLines.ReplaceAllString(out.String(), "\n\n"))
		}
		t := z.Token()
		switch {
		case kind == xhtml.TextToken:
			out.WriteString(t.Data)
		case t.Data == "td" && kind == xhtml.EndTagToken, t.Data == "th" && kind == xhtml.EndTagToken:
			out.WriteString(" ")
		case breaks[t.Data] && (kind != xhtml.StartTagToken || t.Data == "br" || t.Data == "hr"):
			out.WriteString("\n")
		}
	}
}

// Picture reports whether an address is that of a picture of our own.
func Picture(address string) bool { return picture.MatchString(address) }

// Link reports whether an address may be linked to: http(s), or a path of the site.
func Link(address string) bool { return len(address) <= 500 && link.MatchString(address) }
