package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/content"
)

func (a *API) contentRoutes() []httpx.Route {
	needs := httpx.Needs(right.Site)
	return []httpx.Route{
		httpx.Post("/api/admin/banner/list", httpx.Staff, a.bannerList, needs),
		httpx.Post("/api/admin/banner/save", httpx.Staff, a.bannerSave, needs),
		httpx.Post("/api/admin/banner/delete", httpx.Staff, a.bannerDelete, needs),
		httpx.Post("/api/admin/popup/list", httpx.Staff, a.popupList, needs),
		httpx.Post("/api/admin/popup/save", httpx.Staff, a.popupSave, needs),
		httpx.Post("/api/admin/popup/delete", httpx.Staff, a.popupDelete, needs),
	}
}

// Hanging is when, where and for whom something is shown.
type Hanging struct {
	Lang   string     `json:"lang"`  // a language of the site; empty: for readers of every language
	Image  string     `json:"image"` // a path of the site: /art/….svg, .png, .webp or .jpg
	Link   string     `json:"link"`  // http(s), or a path of the site; empty: none
	Ord    int32      `json:"ord"`   // the lowest first
	Active bool       `json:"active"`
	Since  *time.Time `json:"since"` // null: from now on
	Until  *time.Time `json:"until"` // null: for good
}

// BannerRow is a banner, in both directions: without idx it is a new one.
type BannerRow struct {
	Idx   int64  `json:"idx,omitzero"`
	Title string `json:"title"` // what the picture says
	Hanging
}

// BannerListAnswer is a page of banners in their order.
type BannerListAnswer struct {
	List     []BannerRow `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) bannerList(ctx context.Context, who httpx.Caller, req paging.Request) (BannerListAnswer, error) {
	found, total, err := a.Content.StaffBanners(ctx, who.Site, req.Slice())
	if err != nil {
		return BannerListAnswer{}, err
	}
	out := BannerListAnswer{List: make([]BannerRow, len(found)), PageInfo: req.Info(total)}
	for i, b := range found {
		out.List[i] = BannerRow{b.ID, b.Title, shown(b.Scheduled, b.Image, b.Link)}
	}
	return out, nil
}

func shown(h content.Scheduled, image, link string) Hanging {
	return Hanging{h.Lang, image, link, h.Order, h.Active, &h.Since, h.Until}
}

// hanging is the reverse; a language that the site does not speak is E001.
func (a *API) hanging(ctx context.Context, who httpx.Caller, h Hanging) (content.Scheduled, error) {
	st, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return content.Scheduled{}, err
	}
	if !st.Options.Speaks(h.Lang) {
		return content.Scheduled{}, fault.Failed
	}
	out := content.Scheduled{Lang: h.Lang, Order: h.Ord, Active: h.Active, Until: h.Until}
	if h.Since != nil {
		out.Since = *h.Since
	}
	return out, nil
}

func (a *API) bannerSave(ctx context.Context, who httpx.Caller, req BannerRow) (SavedAnswer, error) {
	title, fits := richtext.Title(req.Title)
	if !fits {
		return SavedAnswer{}, fault.Failed
	}
	h, err := a.hanging(ctx, who, req.Hanging)
	if err != nil {
		return SavedAnswer{}, err
	}
	id, err := a.Content.SaveBanner(ctx, actor(who), who.Site, content.Banner{ID: req.Idx, Title: title, Image: req.Image, Link: req.Link, Scheduled: h})
	return SavedAnswer{id}, err
}

// IdxRequest names something of the site.
type IdxRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) bannerDelete(ctx context.Context, who httpx.Caller, req IdxRequest) (httpx.None, error) {
	return httpx.None{}, a.Content.DeleteBanner(ctx, actor(who), who.Site, req.Idx)
}

// PopupRow is a popup, in both directions: without idx it is a new one.
type PopupRow struct {
	Idx       int64            `json:"idx,omitzero"`
	PopupType content.Audience `json:"popupType"` // before or after login
	Title     string           `json:"title"`
	Content   string           `json:"content,omitzero"` // rich text; cleaned. A popup with a picture needs none
	Hanging
}

// PopupListAnswer is a page of popups in their order.
type PopupListAnswer struct {
	List     []PopupRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) popupList(ctx context.Context, who httpx.Caller, req paging.Request) (PopupListAnswer, error) {
	found, total, err := a.Content.StaffPopups(ctx, who.Site, req.Slice())
	if err != nil {
		return PopupListAnswer{}, err
	}
	out := PopupListAnswer{List: make([]PopupRow, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = PopupRow{p.ID, p.Audience, p.Title, p.Content.HTML, shown(p.Scheduled, p.Image, p.Link)}
	}
	return out, nil
}

func (a *API) popupSave(ctx context.Context, who httpx.Caller, req PopupRow) (SavedAnswer, error) {
	title, fits := richtext.Title(req.Title)
	text, ok := richtext.Clean(req.Content)
	if !fits || !ok && req.Content != "" {
		return SavedAnswer{}, fault.Failed
	}
	h, err := a.hanging(ctx, who, req.Hanging)
	if err != nil {
		return SavedAnswer{}, err
	}
	id, err := a.Content.SavePopup(ctx, actor(who), who.Site, content.Popup{
		ID: req.Idx, Audience: req.PopupType, Title: title, Content: text, Image: req.Image, Link: req.Link, Scheduled: h,
	})
	return SavedAnswer{id}, err
}

func (a *API) popupDelete(ctx context.Context, who httpx.Caller, req IdxRequest) (httpx.None, error) {
	return httpx.None{}, a.Content.DeletePopup(ctx, actor(who), who.Site, req.Idx)
}
