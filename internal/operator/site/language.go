package site

import (
	"slices"

	"hubstake/internal/core/texts"
)

// Language is the language for a reader who prefers one (D-58): that one if the site speaks it, else the site's first.
func (o Options) Language(preferred string) string {
	if slices.Contains(o.Languages, preferred) {
		return preferred
	}
	return o.Languages[0]
}

// Speaks reports whether the site speaks a language. An empty one stands for readers of every language.
func (o Options) Speaks(lang string) bool { return lang == "" || slices.Contains(o.Languages, lang) }

// Reader tells of a site's readers who prefer a language, from memory alone: an answer that says that the database is away must not
// ask it. Of a site that was never read only the preference is known.
func (s *Service) Reader(id, preferred string) texts.Reader {
	s.mu.Lock()
	c, ok := s.sites[id]
	s.mu.Unlock()
	if !ok {
		return texts.Reader{Language: preferred}
	}
	return texts.Reader{Language: c.site.Options.Language(preferred), Currency: c.site.Options.Currency}
}
