// Package maintenance is the back office's list of scheduled maintenance.
package maintenance

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
)

// API holds what the calls need.
type API struct {
	sites *site.Service
	games *game.Service
}

// New returns the area's API.
func New(sites *site.Service, games *game.Service) *API { return &API{sites, games} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Maintenance)
	return []httpx.Route{
		httpx.Post("/api/admin/maintenance/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/maintenance/save", httpx.Staff, a.save, needs),
		httpx.Post("/api/admin/maintenance/step", httpx.Staff, a.step, needs),
	}
}

// Text is what members read in a language.
type Text struct {
	Lang string `json:"lang"`
	Text string `json:"text"` // up to 300 characters
}

// Window is a scheduled maintenance.
type Window struct {
	ID              int64            `json:"id"`
	Name            string           `json:"name"` // site, a function, vendor/…, product/… or game/…
	NameKOR         string           `json:"name_KOR"`
	NameENG         string           `json:"name_ENG"` // what members call a part of the offer; else empty
	State           site.WindowState `json:"state"`
	Begins          time.Time        `json:"begins"`
	Ends            time.Time        `json:"ends"`
	AnnounceMinutes int32            `json:"announceMinutes"` // members see it so long before it begins
	Texts           []Text           `json:"texts"`
	Reason          string           `json:"reason"`
	Version         int64            `json:"version"`
	SetBy           string           `json:"setBy"`    // staff who saved it last
	Finished        *time.Time       `json:"finished"` // when it ended, was cancelled or was missed
}

// ListAnswer is a page of scheduled maintenance, that which is not over first.
type ListAnswer struct {
	List     []Window    `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req paging.Request) (ListAnswer, error) {
	found, total, err := a.sites.Windows(ctx, who.Site, req.Slice())
	out := ListAnswer{List: make([]Window, len(found)), PageInfo: req.Info(total)}
	for i, w := range found {
		out.List[i] = Window{
			ID: w.ID, Name: w.Name, NameKOR: w.Label.KOR, NameENG: w.Label.ENG, State: w.State, Begins: w.Begins, Ends: w.Ends,
			AnnounceMinutes: w.AnnounceMinutes, Texts: []Text{}, Reason: w.Reason, Version: w.Version, SetBy: w.By, Finished: w.Finished,
		}
		for lang, text := range w.Texts {
			out.List[i].Texts = append(out.List[i].Texts, Text{lang, text})
		}
	}
	return out, err
}

// SaveRequest schedules maintenance, or changes it: of one that runs only the end, the texts and the reason. C019: it was changed since it was
// shown, or is over. U043: the times cannot be kept. U044: the same part has maintenance at that time already.
type SaveRequest struct {
	ID              int64     `json:"id,omitzero"`      // 0: a new one
	Version         int64     `json:"version,omitzero"` // as it was shown
	Name            string    `json:"name"`             // site, signup, login, betting, deposit, withdrawal, points, vendor/…, product/… or game/…
	Begins          time.Time `json:"begins"`
	Ends            time.Time `json:"ends"`
	AnnounceMinutes int32     `json:"announceMinutes,omitzero"` // up to a week
	Texts           []Text    `json:"texts,omitzero"`           // in languages of the site; members of the others read the usual words
	Reason          string    `json:"reason"`                   // for other staff, up to 200 characters; members do not see it
}

// SaveAnswer names what was saved.
type SaveAnswer struct {
	ID int64 `json:"id"`
}

func (a *API) save(ctx context.Context, who httpx.Caller, req SaveRequest) (SaveAnswer, error) {
	w := site.Window{
		ID: req.ID, Version: req.Version, Name: req.Name, Begins: req.Begins, Ends: req.Ends, AnnounceMinutes: req.AnnounceMinutes, Reason: req.Reason,
		Texts: map[string]string{},
	}
	for _, t := range req.Texts {
		w.Texts[t.Lang] = t.Text
	}
	id, err := a.games.SaveWindow(ctx, who.Site, caller.Actor(who), w)
	return SaveAnswer{ID: id}, err
}

// StepRequest begins or ends a scheduled maintenance now, or cancels it. C019: it was changed since it was shown, or is past that. U044: it would
// begin within another one of the same part.
type StepRequest struct {
	ID      int64     `json:"id"`
	Version int64     `json:"version"` // as it was shown
	Step    site.Step `json:"step"`    // begin, end or cancel
}

func (a *API) step(ctx context.Context, who httpx.Caller, req StepRequest) (httpx.None, error) {
	return httpx.None{}, a.sites.StepWindow(ctx, caller.Actor(who), who.Site, req.ID, req.Version, req.Step)
}
