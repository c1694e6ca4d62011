// Package rate is the rates of a partner and of the partners directly below it.
package rate

import (
	"context"
	"time"

	"hubstake/api/partner/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/partner"
)

// API holds the service that the calls need.
type API struct {
	partners *partner.Service
}

// New returns the area's API.
func New(partners *partner.Service) *API { return &API{partners: partners} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	reads := httpx.Needs(right.LowerRead)
	return []httpx.Route{
		httpx.Post("/api/partner/rate/info", httpx.Partner, a.info, reads),
		httpx.Post("/api/partner/rate/children", httpx.Partner, a.children, reads),
		httpx.Post("/api/partner/rate/history", httpx.Partner, a.history, reads),
		httpx.Post("/api/partner/rate/set", httpx.Partner, a.set, httpx.Needs(right.RateModify)),
	}
}

// Terms are rates with the time in which they hold.
type Terms struct {
	Rates       partner.RateForm `json:"rates"`
	InsuredFrom money.Amount     `json:"insuredFrom"` // the standard amount of insured bets
	InsuredPart int32            `json:"insuredPart"` // of the stake above it, basis points; 0: not insured
	Since       *time.Time       `json:"since"`       // null: there are none yet; of older ones of a partner below, when it came below the caller
	Until       *time.Time       `json:"until"`       // null: they hold
	LockedUntil *time.Time       `json:"lockedUntil"` // until when the partner above cannot change them; null: it can
	By          string           `json:"by"`          // who set them: the caller or a person of its sub-staff; empty: another one
	Reason      string           `json:"reason"`      // empty unless the caller or its sub-staff gave it, or the rates are the caller's own
}

// terms are rates as a partner sees them. Names of staff and of other partners are not shown, nor are their reasons for changes of others.
func terms(t partner.Terms, now time.Time, viewer string) Terms {
	out := Terms{
		Rates: partner.FormOf(t.Rates), InsuredFrom: money.Amount(t.Insured.From), InsuredPart: t.Insured.Part,
		Since: moment(t.Seen()), Until: moment(t.Until), LockedUntil: moment(t.LockedUntil(now)),
	}
	own := !t.ByStaff && credential.PartnerOf(t.By) == viewer
	if own {
		out.By = t.By
	}
	if own || t.MemID == viewer {
		out.Reason = t.Reason
	}
	return out
}

func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (a *API) info(ctx context.Context, who httpx.Caller, _ httpx.None) (Terms, error) {
	known, err := a.partners.Current(ctx, who.MemID)
	if err != nil {
		return Terms{}, err
	}
	return terms(known[who.MemID], a.partners.Now(), who.MemID), nil
}

// ChildrenRequest asks for partners directly below.
type ChildrenRequest struct {
	After string `json:"after,omitzero"` // the memId of the last one of the page before
	Count int    `json:"count_per_list,omitzero"`
}

// Child is a partner directly below.
type Child struct {
	MemID   string `json:"memId"`
	MemNick string `json:"memNick"`
	Level   int    `json:"partnerLevel"`
	Terms
}

// ChildrenAnswer is a page of them by their memIds.
type ChildrenAnswer struct {
	List []Child `json:"list"`
	More bool    `json:"more"`
}

func (a *API) children(ctx context.Context, who httpx.Caller, req ChildrenRequest) (ChildrenAnswer, error) {
	found, more, err := a.partners.Children(ctx, who.MemID, req.After, int(paging.Request{CountPerList: req.Count}.Slice().Count))
	if err != nil {
		return ChildrenAnswer{}, err
	}
	out := ChildrenAnswer{List: make([]Child, len(found)), More: more}
	for i, c := range found {
		out.List[i] = Child{MemID: c.MemID, MemNick: c.Nick, Level: c.Level, Terms: terms(c.Terms, a.partners.Now(), who.MemID)}
	}
	return out, nil
}

// HistoryRequest asks for the rates that a partner had: the caller or one directly below it, of which those are shown that hold or held since it came
// below the caller.
type HistoryRequest struct {
	MemID  string     `json:"memId"`
	Before *time.Time `json:"before,omitzero"` // since of the last row of the page before
}

// HistoryAnswer is a page of them, the newest first.
type HistoryAnswer struct {
	List []Terms `json:"list"`
	More bool    `json:"more"`
}

// historyPage is how many changes a page has.
const historyPage = 20

func (a *API) history(ctx context.Context, who httpx.Caller, req HistoryRequest) (HistoryAnswer, error) {
	before := a.partners.Now().AddDate(1, 0, 0)
	if req.Before != nil {
		before = *req.Before
	}
	found, err := a.partners.OwnHistory(ctx, caller.By(who), req.MemID, before, historyPage+1)
	if err != nil {
		return HistoryAnswer{}, err
	}
	out := HistoryAnswer{List: make([]Terms, 0, len(found)), More: len(found) > historyPage}
	for _, t := range found[:min(len(found), historyPage)] {
		out.List = append(out.List, terms(t, a.partners.Now(), who.MemID))
	}
	return out, nil
}

// SetRequest sets the rates of a partner directly below, from now on.
type SetRequest struct {
	MemID       string           `json:"memId"`
	Rates       partner.RateForm `json:"rates"`
	InsuredFrom money.Amount     `json:"insuredFrom,omitzero"`
	InsuredPart int32            `json:"insuredPart,omitzero"`
	Reason      string           `json:"reason,omitzero"`
}

func (a *API) set(ctx context.Context, who httpx.Caller, req SetRequest) (Terms, error) {
	t, err := a.partners.SetRates(ctx, caller.By(who), partner.RateInput{
		MemID: req.MemID, Rates: req.Rates.Rates(), Insured: waterfall.Insurance{From: int64(req.InsuredFrom), Part: req.InsuredPart}, Reason: req.Reason,
	})
	if err != nil {
		return Terms{}, err
	}
	return terms(t, a.partners.Now(), who.MemID), nil
}
