package cash

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
)

// Requester is the member who asks.
type Requester struct {
	Site, Member   string
	IP             netip.Addr
	Trace          string
	IdempotencyKey idempotency.Key // of this call; the zero key for none
}

func (s *Service) caller(a Requester) idempotency.Caller {
	return idempotency.Caller{Member: a.Member, Key: a.IdempotencyKey, At: s.clk.Now()}
}

// ask writes a request in tx and tells staff and the member's upline; C007 while another one of its kind is open.
func (s *Service) ask(ctx context.Context, tx pgx.Tx, who Requester, upline []string, currency string, r Request, holder string) (int64, error) {
	id, err := cashdb.New(tx).NextID(ctx)
	if err != nil {
		return 0, fmt.Errorf("cash: ask: %w", err)
	}
	k, err := keep(ctx, tx, s.members.Personal, id, payee{depositor: r.Depositor, number: r.AccountNo, holder: holder})
	if err != nil {
		return 0, fmt.Errorf("cash: ask: %w", err)
	}
	_, err = cashdb.New(tx).Ask(ctx, cashdb.AskParams{
		ID: id, SiteID: who.Site, MemberID: who.Member, Kind: string(r.Kind), Currency: currency, Amount: int64(r.Amount),
		Depositor: k.depositor, Bank: r.Bank, AccountNo: k.number, AccountHolder: k.holder,
		DepositorSealed: k.depositorSealed, AccountSealed: k.numberSealed, HolderSealed: k.holderSealed, AccountIndex: k.numberIndex, IndexKey: k.indexKey,
		Payer:       r.Payer,
		RequestedAt: r.RequestedAt, UndoUntil: r.UndoUntil, Ip: pg.Addr(who.IP),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fault.RequestPending
	}
	if err != nil {
		return 0, fmt.Errorf("cash: ask: %w", err)
	}
	return id, outbox.Write(ctx, tx, known(who.Site, who.Member, upline, r.Kind, id, who.Trace)...)
}

// known returns the events that tell the site's staff and the member's upline, or the partner whose PT it is about, that a request came or changed.
func known(site, memID string, upline []string, k Kind, id int64, trace string) []event.Event {
	events := []event.Event{queued(site, k, id, trace)}
	if k == PT { // its own partner area shows it, not those above
		upline = []string{memID}
	}
	if len(upline) > 0 {
		events = append(events, event.Event{
			Site: site, Member: memID, Upline: strings.Join(upline, ","), Cmd: event.CashReq, Data1: memID, Data2: string(k), Trace: trace,
		})
	}
	return events
}

// queued tells the site's staff that a request changed.
func queued(site string, k Kind, id int64, trace string) event.Event {
	return event.Event{
		Site: site, Topic: "admin." + site, Cmd: event.Queue, Data1: string(k), Data2: strconv.FormatInt(id, 10), Trace: trace,
	}
}

// coolingOff reports whether the wait after the member's last request of kinds that ended in one of the statuses is over
// (D-14). Call it after the request was written, so that it sees a concurrent decision.
func (s *Service) coolingOff(ctx context.Context, db cashdb.DBTX, memID string, kinds []string, wait time.Duration, ended ...Status) (bool, error) {
	statuses := make([]int16, len(ended))
	for i, st := range ended {
		statuses[i] = int16(st)
	}
	last, err := cashdb.New(db).LastClosed(ctx, cashdb.LastClosedParams{MemberID: memID, Kinds: kinds, Statuses: statuses})
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("cash: last closed: %w", err)
	}
	return !s.clk.Now().Before(last.Add(wait)), nil
}
