package content

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content/contentdb"
)

// Status of a text of a campaign or a post, by its name on the wire. A language without a text is missing.
type Status string

// The statuses.
const (
	Source  Status = "source"  // the others are translated from it
	Draft   Status = "draft"   // no reader sees it
	Done    Status = "done"    // a translation of the source as it is
	Changed Status = "changed" // the source changed after it was translated; readers see it still
)

// Text is a campaign or a post in one language.
type Text struct {
	Lang    string
	Title   string
	Content richtext.Content // of a popup or a post; a popup with a picture may have none
	Image   string           // a path of the site; empty in a translation: that of the source
	Draft   bool
	Checked bool   // when it is saved: it is right although the source changed
	Status  Status // when it is read
}

// same reports whether readers of two texts see the same.
func (t Text) same(o Text) bool {
	return t.Title == o.Title && t.Content.HTML == o.Content.HTML && t.Image == o.Image
}

// StatusOf returns the status of a translation that was checked at one time, nil: with its source, whose words changed at another one, nil: never.
func StatusOf(draft bool, checked, worded *time.Time) Status {
	switch {
	case draft:
		return Draft
	case worded != nil && (checked == nil || checked.Before(*worded)):
		return Changed
	default:
		return Done
	}
}

// CheckedAt returns when a translation was written or found to be right last: as before when it is as it was and staff did not check it now.
func CheckedAt(now time.Time, t, before Text, last *time.Time) *time.Time {
	if before.Lang == t.Lang && !t.Checked && before.same(t) {
		return last
	}
	return &now
}

// WordedAt returns when the source changed last: now when it is another one, or other words.
func WordedAt(now time.Time, source, before Text, last *time.Time) *time.Time {
	if before.Lang == source.Lang && before.same(source) {
		return last
	}
	return &now
}

// Arrange returns the texts of a campaign or a post with the source first: the text of the site's default language, fallback; without one, and not for
// everyone, the first that is no draft. A source that was a translation until now keeps the picture of the source before, was, if it has none of its
// own. E001: two texts in one language, a text without a title, and no source.
func Arrange(texts []Text, fallback string, everyone bool, was Text) ([]Text, error) {
	seen := map[string]bool{}
	for _, t := range texts {
		if t.Lang == "" || t.Title == "" || seen[t.Lang] {
			return nil, fault.Failed
		}
		seen[t.Lang] = true
	}
	source := slices.IndexFunc(texts, func(t Text) bool { return t.Lang == fallback && !t.Draft })
	if source < 0 && !everyone {
		source = slices.IndexFunc(texts, func(t Text) bool { return !t.Draft })
	}
	if source < 0 {
		return nil, fault.Failed
	}
	texts = slices.Concat(texts[source:source+1], texts[:source], texts[source+1:])
	if first := &texts[0]; first.Lang != was.Lang && first.Image == "" {
		first.Image = was.Image
	}
	return texts, nil
}

// Campaign is what banners and popups have in common: one campaign is one row with a text in each of its languages.
type Campaign struct {
	ID      int64
	Version int32  // of what staff saved, from 1; a save names the one that it changes
	Texts   []Text // of each language at most one; that of the source first
	Default string // the site's default language
	// Everyone: readers of a language without a text see that of the default language. Else they see nothing.
	Everyone bool
	Link     string // empty: none
	Scheduled
}

// Scheduled is when and where a campaign is shown.
type Scheduled struct {
	Order  int32 // the lowest first
	Active bool
	Since  time.Time  // zero: from now on
	Until  *time.Time // nil: for good
}

// lang is the language of the readers who see the source, as the row holds it.
func (c *Campaign) lang() string {
	if c.Everyone {
		return ""
	}
	return c.Texts[0].Lang
}

// check brings a campaign in order: its texts as Arrange has them, was being the source until now, and a beginning. E001: what Arrange refuses, an end
// before the beginning, and pictures and links that addresses refuses.
func (s *Service) check(ctx context.Context, tx pgx.Tx, site string, c *Campaign, was Text) (err error) {
	if c.Texts, err = Arrange(c.Texts, c.Default, c.Everyone, was); err != nil {
		return err
	}
	if c.Since.IsZero() {
		c.Since = s.clk.Now()
	}
	if c.Until != nil && !c.Until.After(c.Since) {
		return fault.Failed
	}
	if c.Link != "" && !richtext.Link(c.Link) {
		return fault.Failed
	}
	return ChoosePictures(ctx, tx, site, s.clk.Now(), c.Texts)
}

// sourceOf is the language of a row's own text.
// Nodes of the release before write lang alone.
func sourceOf(source, lang, fallback string) string { return cmp.Or(lang, source, fallback) }

// owner names the campaign of translations: one of the two.
type owner struct{ banner, popup *int64 }

// translations returns the translations of campaigns by their ids.
func translations(ctx context.Context, q *contentdb.Queries, banners, popups []int64) (map[int64][]contentdb.TranslationsRow, error) {
	rows, err := q.Translations(ctx, contentdb.TranslationsParams{Banners: banners, Popups: popups})
	if err != nil {
		return nil, fmt.Errorf("content: translations: %w", err)
	}
	out := map[int64][]contentdb.TranslationsRow{}
	for _, r := range rows {
		out[r.Campaign] = append(out[r.Campaign], r)
	}
	return out, nil
}

// texts returns the source and its translations as staff see them.
func texts(source Text, worded *time.Time, rows []contentdb.TranslationsRow) []Text {
	source.Status = Source
	out := []Text{source}
	for _, r := range rows {
		t := textOf(r)
		t.Status = StatusOf(r.Draft, &r.CheckedAt, worded)
		out = append(out, t)
	}
	return out
}

func textOf(r contentdb.TranslationsRow) Text {
	return Text{Lang: r.Lang, Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content}, Image: r.Image, Draft: r.Draft}
}

// translate writes the translations of a campaign. One that is as it was before keeps the time at which it was checked, unless staff checked it now.
func (s *Service) translate(ctx context.Context, q *contentdb.Queries, of owner, all []Text, before []contentdb.TranslationsRow) error {
	if err := q.DropTranslations(ctx, contentdb.DropTranslationsParams{Banner: of.banner, Popup: of.popup}); err != nil {
		return fmt.Errorf("content: translate: %w", err)
	}
	for _, t := range all {
		at := s.clk.Now()
		for _, old := range before {
			if old.Lang == t.Lang {
				at = *CheckedAt(at, t, textOf(old), &old.CheckedAt)
			}
		}
		err := q.AddTranslation(ctx, contentdb.AddTranslationParams{
			Banner: of.banner, Popup: of.popup, Lang: t.Lang, Title: t.Title, Content: t.Content.Text, Html: t.Content.HTML, Image: t.Image, Draft: t.Draft, At: at,
		})
		if err != nil {
			return fmt.Errorf("content: translate: %w", err)
		}
	}
	return nil
}

// detail is what the audit keeps of a campaign.
func (c *Campaign) detail() map[string]any {
	langs := make([]string, len(c.Texts))
	for i, t := range c.Texts {
		langs[i] = t.Lang
	}
	return map[string]any{"title": c.Texts[0].Title, "active": c.Active, "languages": langs, "everyone": c.Everyone}
}
