package approval

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/site"
)

// Rule is what one person may do alone about money.
type Rule struct {
	Act   string            `json:"act"`   // its name in the audit
	Right right.Right       `json:"right"` // that it needs
	Kind  site.ApprovalKind `json:"kind"`  // as of Row; empty: bound says why it makes no money
	Bound approval.Bound    `json:"bound"` // stakes, prices, levels, rights or password; empty: the rule of the kind holds
	One   bool              `json:"one"`   // one person is enough
	From  money.Amount      `json:"from"`  // what one person does within 24 hours, or for one member, stays below it; 0: it always takes two, unless one
	Done  money.Amount      `json:"done"`  // of this kind, by the caller alone within the last 24 hours
}

// RulesAnswer has a rule of every action that creates, moves or frees money, or raises what members or partners earn.
type RulesAnswer struct {
	List []Rule `json:"list"`
}

func (a *API) rules(ctx context.Context, who httpx.Caller, _ httpx.None) (RulesAnswer, error) {
	rules, err := a.approvals.Rules(ctx, who.Site, who.MemID)
	if err != nil {
		return RulesAnswer{}, err
	}
	out := RulesAnswer{List: make([]Rule, len(rules))}
	for i, r := range rules {
		out.List[i] = Rule{Act: r.Act, Right: r.Right, Kind: r.Kind, Bound: r.Bound, One: r.One, From: r.From, Done: r.Done}
	}
	return out, nil
}
