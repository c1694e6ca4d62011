package provider

import (
	"context"
	"fmt"

	"github.com/gofiber/fiber/v3"

	"hubstake/internal/access/httpx"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
)

// seamless is our own protocol.
func (a *API) seamless() family {
	return family{
		proof: func(c fiber.Ctx, kind string) provider.Proof {
			return seamless.Read(c.Params("vendor"), kind, func(name string) string { return c.Get(name) }, c.BodyRaw())
		},
		refused: func(r refusal, _ []byte) (int, any) { return r.status, refusalAnswer{r.word, r.message} },
		routes: []route{
			{"balance", "balance", a.balance},
			{"bet", "bet", a.operation(provider.Bet)},
			{"win", "win", a.operation(provider.Win)},
			{"rollback", "rollback", a.operation(provider.Rollback)},
			{"batch", "batch", a.batch},
		},
	}
}

// decode reads a body strictly: a field that we do not know may be one that the vendor counts on.
func decode(body []byte, into any) error {
	if err := httpx.Decode(body, into); err != nil {
		return fmt.Errorf("%w: %w", errBody, err)
	}
	return nil
}

func (a *API) balance(ctx context.Context, c call) (any, string, error) {
	var req balanceRequest
	if err := decode(c.body, &req); err != nil {
		return nil, "", err
	}
	if req.Token == "" && req.MemberID == "" {
		return nil, "", fmt.Errorf("%w: token or member_id is needed", provider.ErrMalformed)
	}
	res, err := a.casino.Balance(ctx, c.vendor.ID, req.Token, req.MemberID, req.Currency)
	if err != nil {
		return nil, "error", err
	}
	return answerOf("", c.vendor.Settings, res), res.Result(""), nil
}

func (a *API) operation(kind provider.Kind) serve {
	return func(ctx context.Context, c call) (any, string, error) {
		var req operation
		if err := decode(c.body, &req); err != nil {
			return nil, "", err
		}
		res, err := a.casino.Apply(ctx, c.vendor.ID, req.as(kind), c.trace)
		if err != nil {
			return nil, "error", err
		}
		return answerOf(kind, c.vendor.Settings, res), a.note(c, kind, res), nil
	}
}

func (a *API) batch(ctx context.Context, c call) (any, string, error) {
	var req batchRequest
	if err := decode(c.body, &req); err != nil {
		return nil, "", err
	}
	ops := make([]provider.Operation, len(req.Operations))
	for i, o := range req.Operations {
		ops[i] = o.Operation.as(o.Kind)
	}
	results, err := a.casino.Batch(ctx, c.vendor.ID, ops, req.Atomic, c.trace)
	if err != nil {
		return nil, "error", err
	}
	out := batchAnswer{Status: provider.OK, Results: make([]answer, len(results))}
	for i, r := range results {
		out.Results[i] = answerOf(ops[i].Kind, c.vendor.Settings, r)
		a.metrics.Count(c.vendor.ID, string(ops[i].Kind), a.note(c, ops[i].Kind, r))
		if req.Atomic && r.Status != provider.OK {
			out.Status = provider.BatchRefused
		}
	}
	if out.Status != provider.OK {
		return out, "refused", nil
	}
	return out, "ok", nil
}
