package content

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
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
		return nil, 0, fmt.Errorf("staff popups: %w", err)
	}
	rows, err := q.StaffPopupList(ctx, contentdb.StaffPopupListParams{SiteID: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("staff popups: %w", err)
	}
	out := make([]Popup, len(rows))
	for i, r := range rows {
		out[i] = Popup{
			ID: r.ID, Audience: Audience(r.Audience), Title: r.Title,
			Content: richtext.Content{HTML: r.Html, Text: r.Content},
			Image:   r.Image, Link: r.Link,
			Scheduled: Scheduled{Lang: r.Lang, Order: r.Ord, Active: r.Active, Since: r.Since, Until: r.Until},
		}
	}
	return out, total, nil
}

// AddPopup adds a popup within tx and returns its ID. One without content and picture, a picture that is not of the site, and a link
// that leads nowhere are E001.
func (s *Service) AddPopup(ctx context.Context, tx pgx.Tx, site string, p Popup) (int64, error) {
	if err := s.checkPopup(&p); err != nil {
		return 0, err
	}
	id, err := contentdb.New(tx).AddPopup(ctx, contentdb.AddPopupParams{
		SiteID: site, Lang: p.Lang, Audience: string(p.Audience), Title: p.Title, Content: p.Content.Text, Html: p.Content.HTML, Image: p.Image,
		Link: p.Link, Ord: p.Order, Active: p.Active, Since: p.Since, Until: p.Until,
	})
	return id, one("add popup", 1, err)
}

// changePopup rewrites the popup of p.ID within tx. E001: what AddPopup refuses, and a missing popup.
func (s *Service) changePopup(ctx context.Context, tx pgx.Tx, site string, p Popup) error {
	if err := s.checkPopup(&p); err != nil {
		return err
	}
	n, err := contentdb.New(tx).ChangePopup(ctx, contentdb.ChangePopupParams{
		SiteID: site, ID: p.ID, Lang: p.Lang, Audience: string(p.Audience), Title: p.Title, Content: p.Content.Text, Html: p.Content.HTML,
		Image: p.Image, Link: p.Link, Ord: p.Order, Active: p.Active, Since: p.Since, Until: p.Until,
	})
	return one("change popup", n, err)
}

func (s *Service) checkPopup(p *Popup) error {
	if p.Audience != BeforeLogIn && p.Audience != AfterLogIn || p.Image == "" && p.Content.HTML == "" {
		return fault.Failed
	}
	if err := addresses(p.Image, p.Link); err != nil {
		return err
	}
	return s.begin(&p.Scheduled)
}

// SavePopup adds a popup, or rewrites the one of its ID, and returns the ID. E001: what AddPopup refuses, and a missing popup.
func (s *Service) SavePopup(ctx context.Context, by audit.Actor, site string, p Popup) (id int64, err error) {
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if id = p.ID; id == 0 {
			id, err = s.AddPopup(ctx, tx, site, p)
		} else {
			err = s.changePopup(ctx, tx, site, p)
		}
		if err != nil {
			return nil, err
		}
		return note(by, site, "popup.save", id, map[string]any{"title": p.Title, "active": p.Active}), nil
	})
	return id, err
}

// DeletePopup deletes a popup. E001: there is none of this ID.
func (s *Service) DeletePopup(ctx context.Context, by audit.Actor, site string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		n, err := contentdb.New(tx).DeletePopup(ctx, contentdb.DeletePopupParams{SiteID: site, ID: id})
		return note(by, site, "popup.delete", id, nil), one("delete popup", n, err)
	})
}
