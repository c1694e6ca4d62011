// Package content is how staff schedules banners and popups.
package content

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
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
	}
}

// Schedule is when, where and for whom a banner or popup is shown.
type Schedule struct {
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
	Schedule
}

// BannerListAnswer is a page of banners in their order.
type BannerListAnswer struct {
	List     []BannerRow `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) bannerList(ctx context.Context, who httpx.Caller, req paging.Request) (BannerListAnswer, error) {
	found, total, err := a.content.StaffBanners(ctx, who.Site, req.Slice())
	if err != nil {
		return BannerListAnswer{}, err
	}
	out := BannerListAnswer{List: make([]BannerRow, len(found)), PageInfo: req.Info(total)}
	for i, b := range found {
		out.List[i] = BannerRow{b.ID, b.Title, schedule(b.Scheduled, b.Image, b.Link)}
	}
	return out, nil
}

func schedule(h content.Scheduled, image, link string) Schedule {
	return Schedule{Lang: h.Lang, Image: image, Link: link, Ord: h.Order, Active: h.Active, Since: &h.Since, Until: h.Until}
}

// scheduled is the reverse; a language that the site does not speak is E001.
func (a *API) scheduled(ctx context.Context, who httpx.Caller, h Schedule) (content.Scheduled, error) {
	st, err := a.sites.Get(ctx, who.Site)
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
	h, err := a.scheduled(ctx, who, req.Schedule)
	if err != nil {
		return SavedAnswer{}, err
	}
	id, err := a.content.SaveBanner(ctx, caller.Actor(who), who.Site, content.Banner{ID: req.Idx, Title: title, Image: req.Image, Link: req.Link, Scheduled: h})
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
