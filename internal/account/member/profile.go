package member

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fold"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/message"
)

// Profile is what the pages of a member need of it. Phone and Number are in the clear: what is shown goes through personal.Mask.
type Profile struct {
	MemID, Site          string
	Upline               []string // memIds of the partners above, nearest first
	Nick, Name, Phone    string
	Bank, Number, Holder string
	Lang                 string
	Level                int
	Status               Status
	BetLocked            bool
	BetPermitted         bool
	LockVersion          int64
	WithdrawAllowed      bool
	Test                 bool       // a test account (S-103)
	WithdrawHeld         *time.Time // no withdrawal before: a secret was reset (S-04)
	Partner              bool
	PartnerLevel         int // 1 … 6 of a partner, else 0
	MayRefer             bool
	JoinedAt             time.Time
	Break                Break
}

// Head returns the head office of the tree to which a partner belongs: the outermost partner above it, or itself. U001: no such member.
func (s *Service) Head(ctx context.Context, memID string) (string, error) {
	p, err := s.Profile(ctx, s.db, memID)
	if err != nil || len(p.Upline) == 0 {
		return memID, err
	}
	return p.Upline[len(p.Upline)-1], nil
}

// Profile reads a member in db, a pool or a transaction. U001: no such member.
func (s *Service) Profile(ctx context.Context, db memberdb.DBTX, memID string) (Profile, error) {
	r, err := memberdb.New(db).Profile(ctx, memID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Profile{}, fault.MemberNotFound
	}
	if err != nil {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	d, err := unseal(s.Personal, memID, kept{
		name: r.Name, phone: r.Phone, number: r.AccountNo, holder: r.AccountHolder,
		nameSealed: r.NameSealed, phoneSealed: r.PhoneSealed, numberSealed: r.AccountSealed, holderSealed: r.HolderSealed,
	})
	if err != nil {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	return Profile{
		MemID: r.MemberID, Site: r.SiteID, Upline: r.Upline, Nick: r.Nick, Name: d.name, Phone: d.phone, Bank: r.BankName,
		Number: d.number, Holder: d.holder, Lang: r.Lang, Level: int(r.Level), Status: Status(r.Status),
		BetLocked: r.BetLocked, BetPermitted: r.BetPermitted, LockVersion: r.LockVersion, WithdrawAllowed: r.WithdrawAllowed, WithdrawHeld: r.WithdrawHeldUntil,
		Test: r.Test, Partner: r.Role == "partner", PartnerLevel: int(r.PartnerLevel), MayRefer: r.RecommendAllowed, JoinedAt: r.JoinedAt.UTC(),
		Break: Break{Timeout: r.TimeoutUntil, Exclusion: r.ExcludedUntil, Excluded: Status(r.Status) == Excluded},
	}, nil
}

// Held is Profile with the member's states held until tx ends: a transaction that begins a break or changes the status waits
// for it, and later transactions see its effects.
func (s *Service) Held(ctx context.Context, tx pgx.Tx, memID string) (Profile, error) {
	if err := Hold(ctx, tx, memID); err != nil {
		return Profile{}, err
	}
	return s.Profile(ctx, tx, memID)
}

// Hold keeps a member's states as they are until tx ends, as Service.Held does.
func Hold(ctx context.Context, tx pgx.Tx, memID string) error {
	if err := memberdb.New(tx).HoldMember(ctx, memID); err != nil {
		return fmt.Errorf("hold member: %w", err)
	}
	return nil
}

// HoldAll is Hold for several members, the smaller memId first: a transaction that needs more than one holds all of them before anything else.
func HoldAll(ctx context.Context, tx pgx.Tx, memIDs ...string) error {
	if err := memberdb.New(tx).HoldMembers(ctx, memIDs); err != nil {
		return fmt.Errorf("hold members: %w", err)
	}
	return nil
}

// LockRows takes the row locks of several members until tx ends, the smaller memId first. It waits for transactions that hold one of them
// (Hold), and these wait for it.
func LockRows(ctx context.Context, tx pgx.Tx, memIDs ...string) error {
	if err := memberdb.New(tx).LockMembers(ctx, memIDs); err != nil {
		return fmt.Errorf("lock members: %w", err)
	}
	return nil
}

// Below is an account directly below a partner.
type Below struct {
	MemID, Nick string
	Partner     bool
}

// likeEscaper takes the meaning of their own from the characters of a pattern.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// DirectlyBelow returns up to count accounts directly below a partner whose memId or nickname begins with what was typed.
func DirectlyBelow(ctx context.Context, db memberdb.DBTX, siteID, partner, typed string, count int32) ([]Below, error) {
	rows, err := memberdb.New(db).DirectlyBelow(ctx, memberdb.DirectlyBelowParams{
		Parent: partner, Site: siteID, Prefix: likeEscaper.Replace(credential.FoldID(strings.TrimSpace(typed))),
		Nick: fold.Text(typed), Count: count,
	})
	if err != nil {
		return nil, fmt.Errorf("directly below: %w", err)
	}
	out := make([]Below, len(rows))
	for i, r := range rows {
		out[i] = Below{MemID: r.MemberID, Nick: r.Nick, Partner: r.Partner}
	}
	return out, nil
}

// MayPayOut reports whether value may leave the member's account now, as a withdrawal or as a gift: nil; U051: a test account; U022: staff
// switched withdrawals off; U042: a secret was reset less than 24 hours ago (S-04).
func (p Profile) MayPayOut(now time.Time) error {
	switch {
	case p.Test:
		return fault.TestAccount
	case !p.WithdrawAllowed:
		return fault.WithdrawalSuspended
	case p.WithdrawHeld != nil && now.Before(*p.WithdrawHeld):
		hours := (p.WithdrawHeld.Sub(now) + time.Hour - 1) / time.Hour // begun ones count
		return fault.WithdrawalHeld.With("hours", strconv.FormatInt(int64(hours), 10))
	}
	return nil
}

// View is what a member's own pages show.
type View struct {
	Profile
	Currency     string
	Cash, Points money.Amount
	Version      int64 // of the wallet
	Unread       int   // messages
	InBreak      bool  // in a break now (U033)
	BreakUntil   *time.Time
}

// View reads a member with wallet and unread messages.
func (s *Service) View(ctx context.Context, memID string) (View, error) {
	p, err := s.Profile(ctx, s.db, memID)
	if err != nil {
		return View{}, err
	}
	st, err := s.options(ctx, p.Site)
	if err != nil {
		return View{}, err
	}
	w, err := wallet.Balance(ctx, s.db, memID, st.Options.Currency)
	if err != nil {
		return View{}, err
	}
	n, err := message.Unread(ctx, s.db, memID)
	if err != nil {
		return View{}, err
	}
	v := View{Profile: p, Currency: st.Options.Currency, Cash: w.Cash, Points: w.Points, Version: w.Version, Unread: n.Unread}
	v.MayRefer = p.MayRefer && st.Options.RecommendYn == "Y"
	var until time.Time
	if v.InBreak, until = p.Break.At(s.clk.Now()); !until.IsZero() {
		v.BreakUntil = &until
	}
	return v, nil
}

// Upline returns the memIds of the partners above a member, nearest first; none at the top.
func Upline(ctx context.Context, db memberdb.DBTX, memID string) ([]string, error) {
	rows, err := memberdb.New(db).Uplines(ctx, []string{memID})
	if err != nil {
		return nil, fmt.Errorf("upline: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return rows[0].Upline, nil
}
