package sports

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/play/pattern"
)

// PatternAfter names the last flag of a page.
type PatternAfter struct {
	LastAt time.Time `json:"lastAt"`
	Idx    int64     `json:"idx"`
}

// PatternsRequest asks for unusual bets that staff has not settled, the latest first (S-74). E001: there is no such kind.
type PatternsRequest struct {
	// Kind is rush (much money on one selection at once, from several members), copied (several members placed the same folder with the same stake), late (bets in play
	// of a member that goals overtook) or sides (a member is on several outcomes of many matches); empty: all.
	Kind  pattern.Kind  `json:"kind,omitzero"`
	After *PatternAfter `json:"after,omitzero"` // the last flag of the page before
	Count int           `json:"count,omitzero"` // at most 50; 20 when it is missing
}

// Pattern is an unusual pattern of bets. The figures are the most that were seen within the time of the pattern: ten minutes, of one member an hour.
type Pattern struct {
	Idx  int64        `json:"idx"`
	Kind pattern.Kind `json:"kind"`
	// Of a rush and, its first one, of a folder: the match, with its teams in the reader's language; else 0 and empty.
	EventIdx  int64              `json:"eventIdx"`
	Home      string             `json:"home"`
	Away      string             `json:"away"`
	Selection *pattern.Selection `json:"selection"` // of a rush; else null
	MemID     string             `json:"memId"`     // of what one member does; else empty
	Bets      int                `json:"bets"`
	Members   int                `json:"members"`
	Stakes    money.Amount       `json:"stakes"`
	FirstAt   time.Time          `json:"firstAt"`
	LastAt    time.Time          `json:"lastAt"`
}

// PatternsAnswer is a page of flags.
type PatternsAnswer struct {
	List []Pattern     `json:"list"`
	Next *PatternAfter `json:"next"` // null: it was the last page
}

func (a *API) listPatterns(ctx context.Context, who httpx.Caller, req PatternsRequest) (PatternsAnswer, error) {
	after := pattern.After{}
	if req.After != nil {
		after = pattern.After{LastAt: req.After.LastAt, ID: req.After.Idx}
	}
	found, next, err := a.patterns.List(ctx, who.Site, req.Kind, after, size(req.Count))
	if err != nil {
		return PatternsAnswer{}, err
	}
	var ids []int64
	for _, f := range found {
		if f.Event != 0 {
			ids = append(ids, f.Event)
		}
	}
	matches, err := a.book.Played(ctx, who.Lang, ids)
	if err != nil {
		return PatternsAnswer{}, err
	}
	out := PatternsAnswer{List: make([]Pattern, len(found))}
	if next != nil {
		out.Next = &PatternAfter{next.LastAt, next.ID}
	}
	for i, f := range found {
		m := matches[f.Event]
		out.List[i] = Pattern{
			Idx: f.ID, Kind: f.Kind, EventIdx: f.Event, Home: m.Home, Away: m.Away, Selection: f.Selection, MemID: f.Member,
			Bets: f.Bets, Members: f.Members, Stakes: f.Stakes, FirstAt: f.FirstAt, LastAt: f.LastAt,
		}
	}
	return out, nil
}

// SettlePatternRequest takes unusual bets off the list. E001: the note is empty or too long. C019: they are not on the list any more.
type SettlePatternRequest struct {
	Idx  int64  `json:"idx"`
	Note string `json:"note"` // what was found and done, up to 200 characters
}

func (a *API) settlePattern(ctx context.Context, who httpx.Caller, req SettlePatternRequest) (httpx.None, error) {
	return httpx.None{}, a.patterns.Settle(ctx, who.Site, caller.Actor(who), req.Idx, req.Note)
}
