package reconcile

import (
	"slices"

	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/minigame"
	"hubstake/internal/play/transfer"
)

// everywhere are the checks that no domain owns, over the whole database.
var everywhere = []wallet.Invariant{
	{Name: "one_effect_per_id", SQL: `
		SELECT kind || ' ' || ref, format('%s ledger rows', count(*)) FROM wallet_ledger GROUP BY kind, ref HAVING count(*) > 1
		UNION ALL
		SELECT l.member_id || ' ' || l.currency || ' v' || l.version, format('%s %s, noted for version %s of %s', l.kind, l.ref, r.version, r.member_id)
		  FROM wallet_ledger l LEFT JOIN wallet_ref r USING (kind, ref)
		 WHERE NOT (l.kind = ANY ('{bet,win,win.promo,rollback}') AND l.contra LIKE 'vendor:%')
		   AND (r.member_id, r.currency, r.version) IS DISTINCT FROM (l.member_id, l.currency, l.version)`},
	{Name: "ledger_row_has_event", SQL: `
		SELECT coalesce(l.member_id, e.member) || ' v' || coalesce(l.version, e.ver), format('%s ledger rows, %s events', coalesce(l.n, 0), coalesce(e.n, 0))
		  FROM (SELECT member_id, version, count(*) AS n FROM wallet_ledger
		         WHERE created_at > greatest(now() - interval '1 day', (SELECT since FROM outbox_cursor)) GROUP BY 1, 2) l
		  LEFT JOIN (SELECT member, ver, count(*) AS n FROM outbox_event WHERE cmd IN ('CASH', 'WALLET', 'PT') AND member <> '' GROUP BY 1, 2) e
		    ON e.member = l.member_id AND e.ver = l.version
		 WHERE l.n IS DISTINCT FROM e.n -- of another wallet the same version may be in a month that is archived
		   AND NOT EXISTS (SELECT FROM wallet_opening a WHERE a.member_id = l.member_id AND a.version >= l.version)`},
}

// streamCheck is the name of the check that compares the streams with the outbox, in which Redis takes part.
const streamCheck = "stream_is_outbox"

// All are the checks of a full pass but the one of the streams.
func All() []wallet.Invariant {
	return slices.Concat(wallet.Invariants, casino.Invariants, bet.Invariants, minigame.Invariants, transfer.Invariants, turnover.Invariants, cash.Invariants, partner.Invariants, commission.Invariants, everywhere)
}

// Names of the checks, sorted: labels of metrics.
func Names() []string {
	names := []string{streamCheck}
	for _, c := range All() {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
