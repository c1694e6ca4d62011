package site_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

// S-84: a rule that is left out, or written down without its parts, is never weaker than was meant.
func TestRulesOfApproval(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]map[site.ApprovalKind]money.Amount{ // the smallest amount that needs a second person; -1: none does
		`{}`: {site.Payout: 3_000_000, site.DepositCredit: 3_000_000, site.Correction: 0},
		`{"approvals":{"payout":{"from":500000}}}`:                  {site.Payout: 500_000, site.DepositCredit: 3_000_000, site.Correction: 0},
		`{"approvals":{"payout":{"off":true}}}`:                     {site.Payout: -1, site.DepositCredit: 3_000_000},
		`{"approvals":{"payout":{"from":1},"deposit":{"from":20}}}`: {site.Payout: 1, site.DepositCredit: 20},
		`{"approvals":{"payout":{}}}`:                               {site.Payout: 0, site.Correction: 0},
		`{"approvals":{"deposit":{}}}`:                              {site.Payout: 3_000_000, site.DepositCredit: 0},
		`{"approvals":null}`:                                        {site.Payout: 0, site.DepositCredit: 0, site.Correction: 0},
		`{"approvals":{"correction":{"off":true,"from":7}}}`:        {site.Payout: 3_000_000, site.Correction: -1},
	} {
		o, err := site.Parse([]byte(stored))
		require.NoError(t, err, stored)
		for kind, from := range want {
			rule := o.Approvals[kind]
			require.Equal(t, from < 0, rule.Off, "%s: %s", stored, kind)
			if from >= 0 {
				require.Equal(t, from, rule.From, "%s: %s", stored, kind)
			}
		}
	}
	for stored, needs := range map[string]bool{`{}`: true, `{"approvals":{"account":{"off":true}}}`: false} {
		o, err := site.Parse([]byte(stored))
		require.NoError(t, err, stored)
		require.Equal(t, needs, o.NeedsApproval(site.DepositAccount), stored)
	}
	for _, stored := range []string{
		`{"approvals":{"account":{"from":1}}}`,
		`{"approvals":{"payuot":{"from":1}}}`, `{"approvals":{"payout":{"form":1}}}`, `{"approvals":{"payout":{"from":-1}}}`, `{"approvalHours":0}`, `{"approvalHours":169}`,
	} {
		_, err := site.Parse([]byte(stored))
		require.Error(t, err, stored)
	}
}
