package bet

import (
	"context"
	"errors"
	"fmt"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
)

// Why a bet is not ended.
var (
	// ErrEnded says that the bet does not stand as the caller thought: it was ended before, or was accepted meanwhile.
	ErrEnded = errors.New("bet: it stands otherwise")
	// ErrLate says that the time is over in which a member may cancel the bet, or that a match of it is or was in play (D-23).
	ErrLate = errors.New("bet: too late to be cancelled")
	// ErrOften says that the member cancelled as many bets today as are allowed (D-23).
	ErrOften = errors.New("bet: too many were cancelled today")
)

// Ending is what becomes of a bet.
type Ending struct {
	Bet, Member, Currency string
	From                  State // as which it is ended: Waiting or Placed
	To                    State
	Pays                  money.Amount   // of a bet that was won, lost, drawn or cashed out; the stake of others is given back
	Outcomes              []odds.Outcome // of the legs, in their order; may be missing
	Reason                string         // of a refusal after the delay, or of the order
	Trace                 string

	Order     int64 // of staff, by which it is ended; 0: none
	Corrected int   // how often the bet was corrected before
}

// End ends a bet once: it pays what was won, or gives the stake back, and stores what became of it, in one transaction. It is how settlement ends bets.
// ErrEnded. After any other error nothing is known, and the same ending finds out.
func (s *Service) End(ctx context.Context, e Ending) error { return s.end(ctx, &ending{Ending: e}) }

// Correct ends a bet otherwise than it was ended (S-65): From is Won, Lost, Drawn, CashedOut or Voided, and To another one of the first three or Voided. Its payout is taken back and the one of now is
// paid; of a bet that was void the stake that was given back is taken again (D-66), in one transaction that also stores how it stood before. A member who has spent the difference owes it (casino_debt). It happens once.
// ErrEnded: it does not stand as the ending says. After any other error nothing is known, and the same call finds out.
func (s *Service) Correct(ctx context.Context, e Ending) error {
	return s.end(ctx, &ending{Ending: e, again: true})
}

// winOf names the win of a bet that was corrected so often.
func winOf(bet string, times int) string {
	if times == 0 {
		return bet + "/win"
	}
	return fmt.Sprintf("%s/win.%d", bet, times)
}

// backOf names the return of the stake of a bet that was corrected so often: a bet that is put in force again may become void again.
func backOf(bet string, times int) string {
	if times == 0 {
		return bet + "/back"
	}
	return fmt.Sprintf("%s/back.%d", bet, times)
}

// Cancel takes a member's bet back within the time that D-23 gives. ErrEnded, ErrLate, ErrOften; fault.BetNotFound: the member has no such bet.
// fault.BetsSettling: it is too late because a match of it is being settled (D-47).
func (s *Service) Cancel(ctx context.Context, member, currency, bet, trace string) error {
	err := s.end(ctx, &ending{Ending: Ending{Bet: bet, Member: member, Currency: currency, From: Placed, To: Cancelled, Trace: trace}, byMember: true})
	if !errors.Is(err, ErrLate) {
		return err
	}
	b, failed := s.Find(ctx, member, bet)
	if failed != nil {
		return failed
	}
	return s.orSettling(ctx, legsOf(b), err)
}

// orSettling returns why a bet stays as it is; fault.BetsSettling when the market of a leg is being settled.
func (s *Service) orSettling(ctx context.Context, legs []Leg, refused error) error {
	switch busy, err := s.isSettling(ctx, legs); {
	case err != nil:
		return err
	case busy:
		return fault.BetsSettling.With("minutes", "1")
	default:
		return refused
	}
}

func (s *Service) end(ctx context.Context, e *ending) error {
	o := provider.Operation{Kind: provider.Rollback, TxID: backOf(e.Bet, e.wins()), RefTxID: e.Bet, Member: e.Member, Currency: e.Currency}
	if e.To == Won || e.To == Lost || e.To == Drawn || e.To == CashedOut {
		c, ok := money.ByCode(e.Currency)
		if !ok {
			return fmt.Errorf("bet %s: currency %.8q", e.Bet, e.Currency)
		}
		o = provider.Operation{
			Kind: provider.Win, TxID: winOf(e.Bet, e.wins()), RefTxID: e.Bet, RoundID: e.Bet, Member: e.Member, Currency: e.Currency, Amount: c.Format(e.Pays), Closes: true,
		}
	}
	var a provider.Answer
	var err error
	if e.again && e.From == Voided {
		if a, err = s.writer.Restore(ctx, o, e, []byte(e.To), e.Trace); errors.Is(err, casino.ErrDeclined) && e.refusal == nil {
			return ErrEnded // it is in force
		}
	} else if e.again {
		a, err = s.writer.Replace(ctx, o, winOf(e.Bet, e.Corrected), e, []byte(e.To), e.Trace)
	} else {
		a, err = s.writer.Carry(ctx, o, e, []byte(e.To), e.Trace)
	}
	switch {
	case errors.Is(err, casino.ErrDeclined):
		return e.refusal
	case err != nil:
		return fmt.Errorf("bet %s: %w", e.Bet, err)
	case a.Status == provider.Duplicate: // it was ended with another outcome
		return ErrEnded
	case a.Status != provider.OK:
		return fmt.Errorf("bet %s: %s refused with %s", e.Bet, o.Kind, a.Status)
	}
	return nil
}
