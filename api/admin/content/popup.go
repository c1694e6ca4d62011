package content

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/content"
)

// PopupRow is a popup, in both directions: without idx it is a new one.
type PopupRow struct {
	Idx       int64            `json:"idx,omitzero"`
	PopupType content.Audience `json:"popupType"` // before or after login
	Campaign
}

// PopupListAnswer is a page of popups in their order.
type PopupListAnswer struct {
	List     []PopupRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) popupList(ctx context.Context, who httpx.Caller, req paging.Request) (PopupListAnswer, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return PopupListAnswer{}, err
	}
	found, total, err := a.content.StaffPopups(ctx, who.Site, st.Options.Languages[0], req.Slice())
	if err != nil {
		return PopupListAnswer{}, err
	}
	out := PopupListAnswer{List: make([]PopupRow, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = PopupRow{Idx: p.ID, PopupType: p.Audience, Campaign: wire(p.Campaign)}
	}
	return out, nil
}

func (a *API) popupSave(ctx context.Context, who httpx.Caller, req PopupRow) (SavedAnswer, error) {
	c, err := a.campaign(ctx, who, req.Idx, req.Campaign)
	if err != nil {
		return SavedAnswer{}, err
	}
	id, err := a.content.SavePopup(ctx, caller.Actor(who), who.Site, content.PopupCampaign{Audience: req.PopupType, Campaign: c})
	return SavedAnswer{id}, err
}

func (a *API) popupDelete(ctx context.Context, who httpx.Caller, req DeleteRequest) (httpx.None, error) {
	return httpx.None{}, a.content.DeletePopup(ctx, caller.Actor(who), who.Site, req.Idx)
}
