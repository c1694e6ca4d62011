package content

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
)

// PopupRow is a popup, in both directions: without idx it is a new one.
type PopupRow struct {
	Idx       int64            `json:"idx,omitzero"`
	PopupType content.Audience `json:"popupType"` // before or after login
	Title     string           `json:"title"`
	Content   string           `json:"content,omitzero"` // rich text; cleaned. A popup with a picture needs none
	Schedule
}

// PopupListAnswer is a page of popups in their order.
type PopupListAnswer struct {
	List     []PopupRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) popupList(ctx context.Context, who httpx.Caller, req paging.Request) (PopupListAnswer, error) {
	found, total, err := a.content.StaffPopups(ctx, who.Site, req.Slice())
	if err != nil {
		return PopupListAnswer{}, err
	}
	out := PopupListAnswer{List: make([]PopupRow, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = PopupRow{
			Idx: p.ID, PopupType: p.Audience, Title: p.Title, Content: p.Content.HTML, Schedule: schedule(p.Scheduled, p.Image, p.Link),
		}
	}
	return out, nil
}

func (a *API) popupSave(ctx context.Context, who httpx.Caller, req PopupRow) (SavedAnswer, error) {
	title, fits := richtext.Title(req.Title)
	text, ok := richtext.Clean(req.Content)
	if !fits || !ok && req.Content != "" {
		return SavedAnswer{}, fault.Failed
	}
	h, err := a.scheduled(ctx, who, req.Schedule)
	if err != nil {
		return SavedAnswer{}, err
	}
	id, err := a.content.SavePopup(ctx, caller.Actor(who), who.Site, content.Popup{
		ID: req.Idx, Audience: req.PopupType, Title: title, Content: text, Image: req.Image, Link: req.Link, Scheduled: h,
	})
	return SavedAnswer{id}, err
}

func (a *API) popupDelete(ctx context.Context, who httpx.Caller, req DeleteRequest) (httpx.None, error) {
	return httpx.None{}, a.content.DeletePopup(ctx, caller.Actor(who), who.Site, req.Idx)
}
