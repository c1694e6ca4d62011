package promo

import (
	"context"
	"encoding/hex"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo"
)

// PrizeRow is a field of the wheel. Its chance is weight of the sum of all weights.
type PrizeRow struct {
	Label    string       `json:"label"`
	PointAmt money.Amount `json:"pointAmt"` // 0: nothing won
	Weight   int64        `json:"weight"`
}

// TurnRow is a turn of the wheel. The seed is drawn before the turn and shown after it; commit, its SHA-256, is shown before.
// roll is HMAC-SHA256(seed, clientSeed, 0x00, counter of 4 bytes), the first 8 bytes modulo total; numbers of the last
// incomplete multiple of total are skipped by counting on.
type TurnRow struct {
	Day        string       `json:"day"`     // yyyy-MM-dd on the site's clock
	Version    int32        `json:"version"` // of the wheel
	Commit     string       `json:"commit"`  // hex
	Done       bool         `json:"done"`
	SpunAt     *time.Time   `json:"spunAt"`
	Seed       string       `json:"seed"` // hex; empty until it is done
	ClientSeed string       `json:"clientSeed"`
	Roll       int64        `json:"roll"`
	Total      int64        `json:"total"`    // sum of the weights
	Prize      int          `json:"prize"`    // index into the prizes
	PointAmt   money.Amount `json:"pointAmt"` // what was won
}

// RotaryAnswer is today's wheel with the member's turn of it.
type RotaryAnswer struct {
	Prizes []PrizeRow `json:"prizes"`
	Turn   TurnRow    `json:"turn"`
}

func rotary(t promo.Turn) RotaryAnswer {
	out := RotaryAnswer{Prizes: make([]PrizeRow, len(t.Wheel.Prizes)), Turn: TurnRow{
		Day: t.Day.Format(time.DateOnly), Version: t.Version, Commit: hex.EncodeToString(t.Commit[:]), Total: t.Wheel.Total(),
	}}
	for i, p := range t.Wheel.Prizes {
		out.Prizes[i] = PrizeRow{p.Label, p.Points, p.Weight}
	}
	if t.At != nil {
		out.Turn.Done, out.Turn.SpunAt, out.Turn.Seed, out.Turn.ClientSeed = true, t.At, hex.EncodeToString(t.Seed), t.ClientSeed
		out.Turn.Roll, out.Turn.Prize, out.Turn.PointAmt = t.Roll, t.Prize, t.Points
	}
	return out
}

func (a *API) rotaryInfo(ctx context.Context, c httpx.Caller, _ httpx.None) (RotaryAnswer, error) {
	t, err := a.promos.Wheel(ctx, who(c))
	if err != nil {
		return RotaryAnswer{}, err
	}
	return rotary(t), nil
}

// SpinRequest takes today's turn. clientSeed is the member's own part of the draw, up to 64 letters; it may be empty.
type SpinRequest struct {
	ClientSeed string `json:"clientSeed,omitzero"`
}

// SpinAnswer is the turn; again says that it was taken before and nothing happened now.
type SpinAnswer struct {
	Again bool `json:"again"`
	RotaryAnswer
}

func (a *API) rotarySpin(ctx context.Context, c httpx.Caller, req SpinRequest) (SpinAnswer, error) {
	t, again, err := a.promos.Spin(ctx, who(c), req.ClientSeed)
	if err != nil {
		return SpinAnswer{}, err
	}
	return SpinAnswer{again, rotary(t)}, nil
}

// RotaryListAnswer is a page of the turns that the member took, newest first, each with the wheel of its day.
type RotaryListAnswer struct {
	List     []RotaryAnswer `json:"list"`
	PageInfo paging.Info    `json:"pageInfo"`
}

func (a *API) rotaryList(ctx context.Context, c httpx.Caller, req paging.Request) (RotaryListAnswer, error) {
	turns, total, err := a.promos.Turns(ctx, who(c), req.Slice())
	out := RotaryListAnswer{List: make([]RotaryAnswer, len(turns)), PageInfo: req.Info(total)}
	for i, t := range turns {
		out.List[i] = rotary(t)
	}
	return out, err
}
