package member

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/code"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Forgotten is a secret that a member forgot.
type Forgotten string

// The secrets of a member.
const (
	ForgottenPassword Forgotten = "password"
	ForgottenPIN      Forgotten = "pin"
)

// ResetState is how far a request for a new secret has come.
type ResetState string

// The states of a reset.
const (
	ResetOpen      ResetState = "open"      // waits for staff
	ResetConfirmed ResetState = "confirmed" // the member may choose the new secret
	ResetRefused   ResetState = "refused"
	ResetDone      ResetState = "done"
	ResetOver      ResetState = "over" // its time is over, or a newer one took its place
)

const (
	// resetWait is how long a request waits for staff.
	resetWait = 72 * time.Hour
	// resetLife is how long a member may choose the new secret after staff has confirmed.
	resetLife = 24 * time.Hour
	// heldFor is how long withdrawals are held after a new secret (S-04).
	heldFor = 24 * time.Hour
	// resetPurpose is that of the code of a reset.
	resetPurpose = "member reset"
)

// ResetAsk is what a person who forgot a secret knows: the other secret, or phone and account number as they are registered.
type ResetAsk struct {
	Site, MemID   string
	Secret        Forgotten
	Other         credential.Secret // the PIN for a new password, the password for a new PIN; empty: the facts
	Phone, Number string
	credential.Origin
}

// ResetTicket is how who asked comes back. The code is shown this once; only its hash is kept, and staff never sees it.
type ResetTicket struct {
	ID    int64
	Code  string
	Until time.Time
}

// AskReset asks for a new password or PIN (S-04, S-06). U041: no such member, or what was given does not fit: which of both is not said.
// A wrong password counts like one of a login. A wrong PIN does not count: a stranger could keep a member from withdrawing. The pace of the
// call (limit.Reset) keeps both from being guessed.
func (s *Service) AskReset(ctx context.Context, a ResetAsk) (ResetTicket, error) {
	st, err := s.options(ctx, a.Site)
	if err != nil {
		return ResetTicket{}, err
	}
	a.MemID = credential.FoldID(a.MemID)
	if a.Secret != ForgottenPassword && a.Secret != ForgottenPIN {
		return ResetTicket{}, fault.Failed
	}
	if err := s.blockedIP(ctx, memberdb.New(s.db), a.Site, a.IP); err != nil {
		return ResetTicket{}, err
	}
	proof, compared, err := s.proveReset(ctx, a, st)
	if err != nil {
		return ResetTicket{}, err
	}
	t := ResetTicket{Code: code.New(), Until: s.clk.Now().Add(resetWait)}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := memberdb.New(tx)
		m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: a.MemID, SiteID: a.Site})
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.ResetMismatch
		}
		if err != nil {
			return fmt.Errorf("ask reset: %w", err)
		}
		stored := m.PinHash
		if a.Secret == ForgottenPIN {
			stored = m.PassHash
		}
		if Status(m.Status).Refusal() != nil || compared != "" && compared != stored { // the other secret was replaced meanwhile
			return fault.ResetMismatch
		}
		if err := q.EndResets(ctx, memberdb.EndResetsParams{MemberID: a.MemID, Secret: string(a.Secret)}); err != nil {
			return fmt.Errorf("ask reset: %w", err)
		}
		t.ID, err = q.AddReset(ctx, memberdb.AddResetParams{
			SiteID: a.Site, MemberID: a.MemID, Secret: string(a.Secret), Proof: proof, Code: code.Hash(resetPurpose, t.Code), Ip: pg.Addr(a.IP),
			UserAgent: a.UserAgent, AskedAt: s.clk.Now(), ExpiresAt: t.Until,
		})
		if err != nil {
			return fmt.Errorf("ask reset: %w", err)
		}
		if err := s.notify(ctx, tx, a.Site, a.MemID, m.Lang, letterReset, a.IP, a.Trace); err != nil {
			return err
		}
		if err := resetQueued(ctx, tx, a.Site, t.ID, a.Trace); err != nil {
			return err
		}
		return audit.Note(ctx, tx, audit.Entry{
			Actor: audit.Actor{ID: a.MemID, IP: a.IP, Trace: a.Trace}, Site: a.Site, Action: "reset.ask", Target: a.MemID,
			Detail: map[string]any{"reset": t.ID, "secret": a.Secret, "proof": proof},
		})
	})
	return t, err
}

// proveReset compares what was given. It returns how it was proved, and the stored hash that the other secret was compared with. A secret
// costs one hash whether or not the member exists, has a PIN, or is locked, so the time of the answer does not show it.
func (s *Service) proveReset(ctx context.Context, a ResetAsk, st site.Site) (proof, compared string, err error) {
	if a.Other == "" {
		return "facts", "", s.proveFacts(ctx, a, st)
	}
	if a.Secret == ForgottenPIN {
		compared, err = s.password(ctx, a.Site, credential.Attempt{ID: a.MemID, Password: a.Other, Max: st.Options.PassTries})
		if err == nil {
			err = memberdb.New(s.db).ForgiveMember(ctx, a.MemID)
		}
	} else {
		var t PINTry
		t, err = s.TryPIN(ctx, a.MemID, a.Other)
		switch {
		case errors.Is(err, fault.CashPINNotSet), errors.Is(err, fault.WrongCashPIN): // no such member, no PIN, or locked: nothing was hashed
			if wasted := s.Hasher.WastePIN(ctx, a.Other); wasted != nil {
				err = wasted
			}
		case err == nil && !t.right:
			err = fault.ResetMismatch
		}
		compared = t.stored
	}
	if f, refused := fault.Of(err); refused && !f.Retryable() {
		return "", "", fault.ResetMismatch.Wrap(err)
	}
	return "secret", compared, err
}

func (s *Service) proveFacts(ctx context.Context, a ResetAsk, st site.Site) error {
	tel, telErr := phone(strings.TrimSpace(a.Phone), st.Options)
	number, numberErr := AccountNumber(strings.TrimSpace(a.Number))
	m, err := memberdb.New(s.db).ResetFacts(ctx, memberdb.ResetFactsParams{MemberID: a.MemID, SiteID: a.Site})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("reset: %w", err)
	}
	if err == nil {
		if m.Phone, err = phoneOf(s.Personal, m.MemberID, m.Phone, m.PhoneSealed); err == nil {
			m.AccountNo, err = numberOf(s.Personal, m.MemberID, m.AccountNo, m.AccountSealed)
		}
		if err != nil {
			return fmt.Errorf("reset: %w", err)
		}
	}
	same := func(x, y string) bool { return subtle.ConstantTimeCompare([]byte(x), []byte(y)) == 1 }
	if err != nil || telErr != nil || numberErr != nil || !same(tel, m.Phone) || !same(number, m.AccountNo) {
		return fault.ResetMismatch
	}
	return nil
}

// resetQueued tells staff that a reset came or was decided.
func resetQueued(ctx context.Context, tx pgx.Tx, siteID string, id int64, trace string) error {
	return outbox.Write(ctx, tx, event.Event{
		Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "reset", Data2: strconv.FormatInt(id, 10), Trace: trace,
	})
}

// stateAt is the state of a request at a moment: one whose time is over is over whether it was written down or not.
func stateAt(state string, expires, now time.Time) ResetState {
	if x := ResetState(state); x != ResetOpen && x != ResetConfirmed || now.Before(expires) {
		return x
	}
	return ResetOver
}

// ResetOf returns how far a request has come, to the holder of its code. E001: a wrong number or code: which of both is not said.
func (s *Service) ResetOf(ctx context.Context, siteID string, id int64, typed string) (secret Forgotten, state ResetState, until time.Time, err error) {
	r, err := memberdb.New(s.db).Reset(ctx, memberdb.ResetParams{ID: id, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", "", time.Time{}, fmt.Errorf("reset: %w", err)
	}
	if subtle.ConstantTimeCompare(code.Hash(resetPurpose, typed), r.Code) != 1 {
		return "", "", time.Time{}, fault.Failed
	}
	return Forgotten(r.Secret), stateAt(r.State, r.ExpiresAt, s.clk.Now()), r.ExpiresAt.UTC(), nil
}

// ResetFinish is the new secret of a confirmed request.
type ResetFinish struct {
	Site   string
	ID     int64
	Code   string
	Secret credential.Secret
	credential.Origin
}

// FinishReset gives the member the secret that the holder of the code chose. A new password ends all sessions; withdrawals are held for 24
// hours, and a letter says what happened. E001: a wrong number or code. C019: it is not confirmed, or its time is over. U102, U103: a
// secret that the site does not take.
func (s *Service) FinishReset(ctx context.Context, f ResetFinish) error {
	st, err := s.options(ctx, f.Site)
	if err != nil {
		return err
	}
	secret, state, _, err := s.ResetOf(ctx, f.Site, f.ID, f.Code)
	if err != nil {
		return err
	}
	if state != ResetConfirmed {
		return fault.PaymentProblem
	}
	seen, err := memberdb.New(s.db).Reset(ctx, memberdb.ResetParams{ID: f.ID, SiteID: f.Site})
	if err != nil {
		return fmt.Errorf("finish reset: %w", err)
	}
	given := memberdb.GiveSecretParams{MemberID: seen.MemberID}
	var hash string
	if secret == ForgottenPassword {
		if err := password(f.Secret, seen.MemberID, st.Options); err != nil {
			return err
		}
		hash, err = s.Hasher.Hash(ctx, f.Secret)
		given.PassHash = &hash
	} else {
		if err := cashPIN(f.Secret, st.Options); err != nil {
			return err
		}
		hash, err = s.Hasher.HashPIN(ctx, f.Secret)
		given.PinHash = &hash
	}
	if err != nil {
		return err
	}
	var ended []Session
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		ended = nil
		q, now := memberdb.New(tx), s.clk.Now()
		m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: seen.MemberID, SiteID: f.Site})
		if err != nil {
			return fmt.Errorf("finish reset: %w", err)
		}
		r, err := q.LockReset(ctx, memberdb.LockResetParams{ID: f.ID, SiteID: f.Site})
		if err != nil {
			return fmt.Errorf("finish reset: %w", err)
		}
		if stateAt(r.State, r.ExpiresAt, now) != ResetConfirmed || Status(m.Status).Refusal() != nil {
			return fault.PaymentProblem
		}
		given.HeldUntil = now.Add(heldFor)
		if err := q.GiveSecret(ctx, given); err != nil {
			return fmt.Errorf("finish reset: %w", err)
		}
		if err := s.endDetails(ctx, tx, f.Site, m.MemberID, f.Trace); err != nil {
			return err
		}
		if err := q.FinishReset(ctx, memberdb.FinishResetParams{At: now, ID: f.ID}); err != nil {
			return fmt.Errorf("finish reset: %w", err)
		}
		letter := letterPIN
		if secret == ForgottenPassword {
			letter = letterPassword
			if ended, err = s.endAll(ctx, tx, m.MemberID, reasonPassword, f.Trace); err != nil {
				return err
			}
		}
		if err := s.notify(ctx, tx, f.Site, m.MemberID, m.Lang, letter, f.IP, f.Trace); err != nil {
			return err
		}
		return audit.Note(ctx, tx, audit.Entry{
			Actor: audit.Actor{ID: m.MemberID, IP: f.IP, Trace: f.Trace}, Site: f.Site, Action: "reset.done", Target: m.MemberID,
			Detail: map[string]any{"reset": f.ID, "secret": secret},
		})
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}
