// Package content is how staff schedules banners and popups.
package content

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	sites   *site.Service
	content *content.Service
}

// New returns the area's API.
func New(sites *site.Service, content *content.Service) *API {
	return &API{sites: sites, content: content}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Content)
	return []httpx.Route{
		httpx.Post("/api/admin/banner/list", httpx.Staff, a.bannerList, needs),
		httpx.Post("/api/admin/banner/save", httpx.Staff, a.bannerSave, needs),
		httpx.Post("/api/admin/banner/delete", httpx.Staff, a.bannerDelete, needs),
		httpx.Post("/api/admin/popup/list", httpx.Staff, a.popupList, needs),
		httpx.Post("/api/admin/popup/save", httpx.Staff, a.popupSave, needs),
		httpx.Post("/api/admin/popup/delete", httpx.Staff, a.popupDelete, needs),
		httpx.Post("/api/admin/picture/list", httpx.Staff, a.pictureList, needs),
		httpx.PostFile("/api/admin/picture/save", httpx.Staff, files, a.pictureSave, needs, httpx.Pace(limit.Upload)),
	}
}

// Text is a campaign in one language.
type Text struct {
	Lang    string         `json:"lang"`
	Title   string         `json:"title"`            // plain text, 1 to 100 characters; of a banner what the picture says
	Content string         `json:"content,omitzero"` // of a popup: rich text, cleaned. One with a picture needs none
	Image   string         `json:"image,omitzero"`   // a path of the site: /art/….svg, .png, .webp or .jpg, or an uploaded picture; empty in a translation: that of the source
	Draft   bool           `json:"draft,omitzero"`   // readers do not see it
	Checked bool           `json:"checked,omitzero"` // in a request: it fits the source, although that was changed after it
	Status  content.Status `json:"status,omitzero"`  // in an answer: source, draft, done, or changed when the source was changed after it
}

// Campaign is what banners and popups have in common: a text in each language, and when and where it is shown. The source, from which the others
// are translated, is the text in the site's default language; without one, and not for everyone, the first that is no draft.
type Campaign struct {
	Version  int32      `json:"version,omitzero"` // in a request: that of the list; 0 for a new one. C019: it was saved since
	Texts    []Text     `json:"texts"`            // each language of the site at most once; in an answer the source first
	Everyone bool       `json:"everyone"`         // readers of languages without a text see the one in the site's default language; else they see nothing
	Link     string     `json:"link"`             // http(s), or a path of the site; empty: none
	Ord      int32      `json:"ord"`              // the lowest first
	Active   bool       `json:"active"`
	Since    *time.Time `json:"since"` // null: from now on
	Until    *time.Time `json:"until"` // null: for good
}

// BannerRow is a banner, in both directions: without idx it is a new one.
type BannerRow struct {
	Idx int64 `json:"idx,omitzero"`
	Campaign
}

// BannerListAnswer is a page of banners in their order.
type BannerListAnswer struct {
	List     []BannerRow `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) bannerList(ctx context.Context, who httpx.Caller, req paging.Request) (BannerListAnswer, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return BannerListAnswer{}, err
	}
	found, total, err := a.content.StaffBanners(ctx, who.Site, st.Options.Languages[0], req.Slice())
	if err != nil {
		return BannerListAnswer{}, err
	}
	out := BannerListAnswer{List: make([]BannerRow, len(found)), PageInfo: req.Info(total)}
	for i, c := range found {
		out.List[i] = BannerRow{c.ID, wire(c)}
	}
	return out, nil
}

func wire(c content.Campaign) Campaign {
	out := Campaign{
		Version: c.Version, Texts: make([]Text, len(c.Texts)), Everyone: c.Everyone, Link: c.Link, Ord: c.Order, Active: c.Active, Since: &c.Since, Until: c.Until,
	}
	for i, t := range c.Texts {
		out.Texts[i] = Text{Lang: t.Lang, Title: t.Title, Content: t.Content.HTML, Image: t.Image, Draft: t.Draft, Status: t.Status}
	}
	return out
}

// campaign is the reverse; a language that the site does not speak, and text that does not fit, are E001.
func (a *API) campaign(ctx context.Context, who httpx.Caller, idx int64, c Campaign) (content.Campaign, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return content.Campaign{}, err
	}
	out := content.Campaign{
		ID: idx, Version: c.Version, Default: st.Options.Languages[0], Everyone: c.Everyone, Link: c.Link,
		Scheduled: content.Scheduled{Order: c.Ord, Active: c.Active, Until: c.Until},
	}
	if c.Since != nil {
		out.Since = *c.Since
	}
	for _, t := range c.Texts {
		title, fits := richtext.Title(t.Title)
		text, ok := richtext.Clean(t.Content)
		if !fits || !ok && t.Content != "" || !st.Options.Speaks(t.Lang) {
			return content.Campaign{}, fault.Failed
		}
		out.Texts = append(out.Texts, content.Text{Lang: t.Lang, Title: title, Content: text, Image: t.Image, Draft: t.Draft, Checked: t.Checked})
	}
	return out, nil
}

func (a *API) bannerSave(ctx context.Context, who httpx.Caller, req BannerRow) (SavedAnswer, error) {
	c, err := a.campaign(ctx, who, req.Idx, req.Campaign)
	if err != nil {
		return SavedAnswer{}, err
	}
	id, err := a.content.SaveBanner(ctx, caller.Actor(who), who.Site, c)
	return SavedAnswer{id}, err
}

// SavedAnswer names what was saved.
type SavedAnswer struct {
	Idx int64 `json:"idx"`
}

// DeleteRequest names a banner or a popup.
type DeleteRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) bannerDelete(ctx context.Context, who httpx.Caller, req DeleteRequest) (httpx.None, error) {
	return httpx.None{}, a.content.DeleteBanner(ctx, caller.Actor(who), who.Site, req.Idx)
}
