package protection

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
)

// IntervalRequest sets the minutes between two reminders: 15, 30 or 60.
type IntervalRequest struct {
	Minutes int `json:"minutes"`
}

func (a *API) interval(ctx context.Context, c httpx.Caller, req IntervalRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Interval(ctx, who(c), req.Minutes))
}

// SessionAnswer is what the session was until now.
type SessionAnswer struct {
	StartedAt time.Time    `json:"startedAt"`
	Now       time.Time    `json:"now"`
	Staked    money.Amount `json:"staked"`    // in rounds begun in this session that are settled
	Won       money.Amount `json:"won"`       // by them; won less staked is the result
	OpenStake money.Amount `json:"openStake"` // in rounds begun in this session that are still open
	Minutes   int          `json:"minutes"`   // between two reminders
	Open      bool         `json:"open"`      // a reminder waits for its answer
}

func (a *API) session(ctx context.Context, c httpx.Caller, _ httpx.None) (SessionAnswer, error) {
	f, err := a.protection.Session(ctx, c.MemID, c.SID)
	if err != nil {
		return SessionAnswer{}, err
	}
	return SessionAnswer{StartedAt: f.Started, Now: f.Now, Staked: f.Staked, Won: f.Won, OpenStake: f.OnBets, Minutes: f.Interval, Open: f.Open}, nil
}

func (a *API) answer(ctx context.Context, c httpx.Caller, _ httpx.None) (httpx.None, error) {
	return httpx.None{}, a.protection.Answer(ctx, c.MemID, c.SID)
}
