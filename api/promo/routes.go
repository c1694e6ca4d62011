// Package promo is the part of the API for what members are given: bonuses, coupons, gifts, attendance and the wheel.
package promo

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
)

// API holds the services that the calls need.
type API struct {
	promos *promo.Service
	cash   *cash.Service
}

// New returns the area's API.
func New(p *promo.Service, c *cash.Service) *API { return &API{promos: p, cash: c} }

// Routes lists the calls. The pages of the product spell attendance in a way of their own (D-40).
func (a *API) Routes() []httpx.Route {
	pace := httpx.Pace(limit.Money)
	return []httpx.Route{
		httpx.Post("/api/promo/claims", httpx.Member, a.claims),
		httpx.Post("/api/bonus/info", httpx.Member, a.bonusInfo),
		httpx.Post("/api/bonus/choose", httpx.Member, a.bonusChoose, pace),
		httpx.Post("/api/bonus/list", httpx.Member, a.bonusList),
		httpx.Post("/api/coupon/list", httpx.Member, a.couponList),
		httpx.Post("/api/coupon/use", httpx.Member, a.couponUse, pace, httpx.Idempotent),
		httpx.Post("/api/coupon/gift", httpx.Member, a.couponGift, pace, httpx.Idempotent),
		httpx.Post("/api/give/list", httpx.Member, a.giveList),
		httpx.Post("/api/give/take", httpx.Member, a.giveTake, pace, httpx.Idempotent),
		httpx.Post("/api/give/send", httpx.Member, a.giveSend, pace, httpx.Idempotent),
		httpx.Post("/api/attendendance/info", httpx.Member, a.attendanceInfo, httpx.Alias("/api/attendance/info")),
		httpx.Post("/api/attendendance/check", httpx.Member, a.attendanceCheck, httpx.Alias("/api/attendance/check"), pace),
		httpx.Post("/api/rotary/info", httpx.Member, a.rotaryInfo),
		httpx.Post("/api/rotary/spin", httpx.Member, a.rotarySpin, pace),
		httpx.Post("/api/rotary/list", httpx.Member, a.rotaryList),
	}
}

func who(c httpx.Caller) promo.Who {
	return promo.Who{Site: c.Site, Member: c.MemID, Trace: c.Trace, IdempotencyKey: c.IdempotencyKey}
}

// Balance is what the member has after it.
type Balance struct {
	CashAmt  money.Amount `json:"cashAmt"`
	PointAmt money.Amount `json:"pointAmt"`
	Version  int64        `json:"version"`
}

func balance(w wallet.State) Balance { return Balance{w.Cash, w.Points, w.Version} }
