package site

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/core/texts"
)

// LocaleOptions are the site's money, clock and languages.
type LocaleOptions struct {
	Currency  string   `json:"currency"`  // KRW or VND (D-21)
	TimeZone  string   `json:"timeZone"`  // the site's clock (D-63)
	Languages []string `json:"languages"` // the first is the default (D-58)
}

func (o LocaleOptions) validate() error {
	if c, ok := money.ByCode(o.Currency); !ok || c.Exponent != 0 { // pages take amounts without decimals
		return fmt.Errorf("currency %q is not known", o.Currency)
	}
	if _, err := time.LoadLocation(o.TimeZone); err != nil {
		return fmt.Errorf("time zone: %w", err)
	}
	if len(o.Languages) == 0 {
		return errors.New("a language is needed")
	}
	return nil
}

// Location is the site's time zone.
func (o LocaleOptions) Location() *time.Location {
	l, err := time.LoadLocation(o.TimeZone)
	if err != nil {
		return time.UTC // Parse refused it before
	}
	return l
}

// Language is the language for a reader who prefers one (D-58): that one if the site speaks it, else the site's first.
func (o LocaleOptions) Language(preferred string) string {
	if slices.Contains(o.Languages, preferred) {
		return preferred
	}
	return o.Languages[0]
}

// Speaks reports whether the site speaks a language. An empty one stands for readers of every language.
func (o LocaleOptions) Speaks(lang string) bool {
	return lang == "" || slices.Contains(o.Languages, lang)
}

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
