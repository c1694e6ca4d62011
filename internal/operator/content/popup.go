package content

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content/contentdb"
)

// Audience of a popup, by its name on the wire.
type Audience string

// The audiences.
const (
	BeforeLogIn Audience = "before"
	AfterLogIn  Audience = "after"
)

// Popup is shown over a page until its reader closes it.
type Popup struct {
	ID       int64
	Audience Audience
	Title    string
	Content  richtext.Content // may be empty when there is a picture
	Image    string           // a path of the site; empty: none
	Link     string
	Scheduled
}

// Popups returns those that hang now for an audience and readers of a language, three at most. An audience that does not
// exist is E001.
func (s *Service) Popups(ctx context.Context, site string, a Audience, lang string) ([]Popup, error) {
	if a != BeforeLogIn && a != AfterLogIn {
		return nil, fault.Failed
	}
	rows, err := contentdb.New(s.db).Popups(ctx, contentdb.PopupsParams{Site: site, Audience: string(a), Lang: lang, At: s.clk.Now(), Count: MaxPopups})
	if err != nil {
		return nil, fmt.Errorf("popups: %w", err)
	}
	out := make([]Popup, len(rows))
	for i, r := range rows {
		out[i] = Popup{
			ID: r.ID, Audience: a, Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content}, Image: r.Image, Link: r.Link,
			Scheduled: Scheduled{Order: r.Ord, Active: true},
		}
	}
	return out, nil
}

// StaffPopups returns a page of all popups of a site, and how many there are.
func (s *Service) StaffPopups(ctx context.Context, site string, page paging.Slice) ([]Popup, int64, error) {
	q := contentdb.New(s.db)
	total, err := q.PopupCount(ctx, site)
	if err != nil {
		return nil, 0, fmt.Errorf("popup desk: %w", err)
	}
	rows, err := q.PopupDesk(ctx, contentdb.PopupDeskParams{SiteID: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("popup desk: %w", err)
	}
	out := make([]Popup, len(rows))
	for i, r := range rows {
		out[i] = Popup{
			r.ID, Audience(r.Audience), r.Title,
			richtext.Content{HTML: r.Html, Text: r.Content},
			r.Image, r.Link,
			Scheduled{r.Lang, r.Ord, r.Active, r.Since, r.Until},
		}
	}
	return out, total, nil
}

// SavePopup hangs a popup up, or changes the one of its id, in tx, and returns its id. One without content and
// picture, a picture that is not of the site, a link that leads nowhere, or an id that is not there is E001.
func (s *Service) SavePopup(ctx context.Context, tx pgx.Tx, site string, p Popup) (int64, error) {
	if err := addresses(p.Image, p.Link); err != nil {
		return 0, err
	}
	if p.Audience != BeforeLogIn && p.Audience != AfterLogIn || p.Image == "" && p.Content.HTML == "" {
		return 0, fault.Failed
	}
	if err := s.begin(&p.Scheduled); err != nil {
		return 0, err
	}
	q := contentdb.New(tx)
	if p.ID == 0 {
		id, err := q.AddPopup(ctx, contentdb.AddPopupParams{
			SiteID: site, Lang: p.Lang, Audience: string(p.Audience), Title: p.Title, Content: p.Content.Text, Html: p.Content.HTML, Image: p.Image,
			Link: p.Link, Ord: p.Order, Active: p.Active, Since: p.Since, Until: p.Until,
		})
		return id, one("add popup", 1, err)
	}
	n, err := q.ChangePopup(ctx, contentdb.ChangePopupParams{
		SiteID: site, ID: p.ID, Lang: p.Lang, Audience: string(p.Audience), Title: p.Title, Content: p.Content.Text, Html: p.Content.HTML,
		Image: p.Image, Link: p.Link, Ord: p.Order, Active: p.Active, Since: p.Since, Until: p.Until,
	})
	return p.ID, one("change popup", n, err)
}

// DeletePopup takes a popup away in tx. An id that is not there is E001.
func (s *Service) DeletePopup(ctx context.Context, tx pgx.Tx, site string, id int64) error {
	n, err := contentdb.New(tx).DeletePopup(ctx, contentdb.DeletePopupParams{SiteID: site, ID: id})
	return one("delete popup", n, err)
}
