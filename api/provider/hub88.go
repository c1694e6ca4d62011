package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
)

// hub88 is the protocol of Hub88. Its calls go through the same door to the wallet as ours.
func (a *API) hub88() family {
	return family{
		proof: func(c fiber.Ctx, _ string) provider.Proof {
			return hub88.Proof(c.Params("vendor"), func(name string) string { return c.Get(name) }, c.BodyRaw())
		},
		refused: refusedHub88,
		routes: []route{
			{hub88.Info, "info", a.hub88Call(hub88.Info, a.hub88Info)},
			{hub88.Balance, "balance", a.hub88Call(hub88.Balance, a.hub88Balance)},
			{hub88.Bet, "bet", a.hub88Call(hub88.Bet, a.hub88Transaction(provider.Bet))},
			{hub88.Win, "win", a.hub88Call(hub88.Win, a.hub88Transaction(provider.Win))},
			{hub88.Rollback, "rollback", a.hub88Call(hub88.Rollback, a.hub88Transaction(provider.Rollback))},
		},
	}
}

// refusedHub88 says a refusal in the protocol's words: with HTTP 200, as all of them. Only strangers get another status, and
// failures of ours: whatever is not 200 means that the outcome is not known.
func refusedHub88(r refusal, body []byte) (int, any) {
	req, _ := hub88.Read(hub88.Info, body)
	out := hub88.Answer{Status: hub88.Unknown, RequestUUID: req.RequestUUID}
	switch r.status {
	case http.StatusUnauthorized:
		out.Status = hub88.InvalidSignature
		return http.StatusOK, out
	case http.StatusBadRequest:
		out.Status = hub88.WrongSyntax
		return http.StatusOK, out
	case http.StatusForbidden:
		out.Status = hub88.InvalidPartner
	}
	return r.status, out
}

// hub88Serve answers a request that could be read.
type hub88Serve func(ctx context.Context, c call, req hub88.Request) (out hub88.Answer, result string, err error)

func (a *API) hub88Call(path string, serve hub88Serve) serve {
	return func(ctx context.Context, c call) (any, string, error) {
		req, status := hub88.Read(path, c.body)
		if status != hub88.StatusOK {
			result := "malformed"
			if path == hub88.Win { // a member's money, of which no person would know otherwise
				result = a.report(c, "parked", provider.Answer{TxID: req.TransactionUUID})
			}
			return hub88.Answer{Status: status, RequestUUID: req.RequestUUID}, result, nil
		}
		out, result, err := serve(ctx, c, req)
		if errors.Is(err, provider.ErrMalformed) { // an id that is no text, or too long
			return hub88.Answer{Status: hub88.WrongSyntax, RequestUUID: req.RequestUUID}, "malformed", nil
		}
		out.User, out.RequestUUID = req.User, req.RequestUUID
		return out, result, err
	}
}

// hub88Info tells what a vendor may know of a member: that there is one, and whether it may play.
func (a *API) hub88Info(ctx context.Context, c call, req hub88.Request) (hub88.Answer, string, error) {
	h, err := a.casino.WalletOwner(ctx, c.vendor.ID, "", req.User)
	if err != nil {
		return hub88.Answer{}, "error", err
	}
	if h.Currency == "" {
		return hub88.Answer{Status: hub88.Unknown}, "refused", nil
	}
	return hub88.Answer{Status: hub88.StatusOK}, "ok", nil
}

func (a *API) hub88Balance(ctx context.Context, c call, req hub88.Request) (hub88.Answer, string, error) {
	h, err := a.casino.WalletOwner(ctx, c.vendor.ID, req.Token, req.User)
	if err != nil {
		return hub88.Answer{}, "error", err
	}
	if !h.Known {
		return hub88.Answer{Status: hub88.InvalidToken}, "refused", nil
	}
	res, err := a.casino.Balance(ctx, c.vendor.ID, req.Token, req.User, h.Currency)
	if err != nil {
		return hub88.Answer{}, "error", err
	}
	out, err := hub88Answer(hub88.Say(res.Status, false), res)
	return out, res.Result(""), err
}

func (a *API) hub88Transaction(kind provider.Kind) hub88Serve {
	return func(ctx context.Context, c call, req hub88.Request) (hub88.Answer, string, error) {
		if kind == provider.Rollback { // it names no currency: the launch's, whether that lives or not
			h, err := a.casino.WalletOwner(ctx, c.vendor.ID, req.Token, req.User)
			if err != nil {
				return hub88.Answer{}, "error", err
			}
			if h.Currency == "" {
				return hub88.Answer{Status: hub88.Unknown}, "refused", nil
			}
			req.Currency = h.Currency
		}
		o, status := req.Operation(kind)
		if status != hub88.StatusOK && kind == provider.Win {
			return hub88.Answer{Status: status}, a.report(c, "parked", provider.Answer{TxID: req.TransactionUUID}), nil
		}
		if status != hub88.StatusOK {
			return hub88.Answer{Status: status}, "refused", nil
		}
		if kind == provider.Bet {
			known, err := a.games(ctx, c.vendor.ID, o.Game)
			if err != nil {
				return hub88.Answer{}, "error", err
			}
			if !known {
				return hub88.Answer{Status: hub88.InvalidGame}, "refused", nil
			}
		}
		res, err := a.casino.Apply(ctx, c.vendor.ID, o, c.trace)
		if err != nil {
			return hub88.Answer{}, "error", err
		}
		said := hub88.Say(c.vendor.Settings.Say(kind, res), res.OurTxID != 0)
		if said == hub88.TokenExpired {
			h, err := a.casino.WalletOwner(ctx, c.vendor.ID, req.Token, req.User)
			if err != nil {
				return hub88.Answer{}, "error", err
			}
			if !h.Known {
				said = hub88.InvalidToken
			}
		}
		out, err := hub88Answer(said, res)
		return out, a.note(c, kind, res), err
	}
}

// hub88Answer adds the balance, where there is one.
func hub88Answer(said hub88.Status, a provider.Answer) (hub88.Answer, error) {
	out := hub88.Answer{Status: said}
	c, ok := money.ByCode(a.Currency)
	if !ok || a.Status == provider.MemberNotFound || a.Status == provider.WrongCurrency || said == hub88.InvalidToken {
		return out, nil
	}
	n, ok := hub88.Amount(a.Balance, c)
	if !ok {
		return out, fmt.Errorf("balance %d %s has no room in the protocol", a.Balance, a.Currency)
	}
	out.Currency, out.Balance = a.Currency, &n
	return out, nil
}
