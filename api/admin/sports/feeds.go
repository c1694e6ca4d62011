package sports

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
)

// Feed is a feed whose numbers went back: those of its matches that changed since stay suspended until its numbers pass the stored ones, or it begins again.
type Feed struct {
	Feed    string    `json:"feed"`
	Refused int64     `json:"refused"` // changes within about a day that were not taken because of that
	Stored  int64     `json:"stored"`  // the highest number that is stored
	Seen    int64     `json:"seen"`    // the highest number that was refused
	LastAt  time.Time `json:"lastAt"`  // when a change was refused last
}

// FeedsAnswer lists the feeds whose numbers went back within a day.
type FeedsAnswer struct {
	List []Feed `json:"list"`
}

func (a *API) feeds(ctx context.Context, _ httpx.Caller, _ httpx.None) (FeedsAnswer, error) {
	found, err := a.book.RefusedNumbers(ctx)
	if err != nil {
		return FeedsAnswer{}, err
	}
	out := FeedsAnswer{List: make([]Feed, len(found))}
	for i, n := range found {
		out.List[i] = Feed(n)
	}
	return out, nil
}

// RestartFeedRequest lets the numbers of a feed begin again: it is read from its beginning, and its open markets are suspended until it tells their prices. C019: its
// numbers did not go back, or a colleague was first.
type RestartFeedRequest struct {
	Feed   string `json:"feed"`
	Reason string `json:"reason"` // up to 200 characters
}

func (a *API) restartFeed(ctx context.Context, who httpx.Caller, req RestartFeedRequest) (httpx.None, error) {
	return httpx.None{}, a.office.BeginAgain(ctx, who.Site, caller.Actor(who), req.Feed, req.Reason)
}
