package member

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// Change is what a member changes of its own account; empty fields stay. Phone, name and bank account are for staff: a
// thief of a session could otherwise have the money sent elsewhere (S-04, S-25).
type Change struct {
	Site, MemID string
	SID         string            // the session that goes on when the password changes
	Password    credential.Secret // the present one, always
	NewPassword credential.Secret
	PIN         credential.Secret // the present one, when it changes and was set
	NewPIN      credential.Secret
	Nick        string
	Lang        string
	credential.Origin
}

// Update carries out a change. U031: no password; U003, U004: a wrong one, which counts as at a login; U102, U103, U104: an
// invalid new value; U006: the nickname is taken; C028, C017: no current PIN or a wrong one; E001: nothing to change. A new
// password ends all other sessions (ASVS 7.4.3).
func (s *Service) Update(ctx context.Context, c Change) error {
	if c.Password == "" {
		return fault.PasswordRequired
	}
	st, err := s.options(ctx, c.Site)
	if err != nil {
		return err
	}
	if c.NewPassword == "" && c.NewPIN == "" && c.Nick == "" && c.Lang == "" || c.Lang != "" && !slices.Contains(st.Options.Languages, c.Lang) {
		return fault.Failed
	}
	if c.NewPassword != "" {
		if err := password(c.NewPassword, c.MemID, st.Options); err != nil {
			return err
		}
	}
	if c.NewPIN != "" {
		if err := cashPIN(c.NewPIN, st.Options); err != nil {
			return err
		}
	}
	if c.Nick != "" {
		if c.Nick, err = nickname(c.Nick, st); err != nil {
			return err
		}
	}
	if err := s.prove(ctx, c, st.Options.PassTries); err != nil {
		return err
	}
	p := memberdb.UpdateParams{Lang: pg.Text(c.Lang), Nick: pg.Text(c.Nick), NickKey: pg.Text(nickKey(c.Nick)), MemberID: c.MemID, SiteID: c.Site}
	if c.NewPassword != "" {
		hash, err := s.Hasher.Hash(ctx, c.NewPassword)
		if err != nil {
			return err
		}
		p.PassHash = &hash
	}
	if c.NewPIN != "" {
		hash, err := s.Hasher.HashPIN(ctx, c.NewPIN)
		if err != nil {
			return err
		}
		p.PinHash = &hash
	}
	return s.change(ctx, c, p)
}

// prove checks that the member itself is there: by its password, and for a new PIN by the present one.
func (s *Service) prove(ctx context.Context, c Change, tries int) error {
	err := s.password(ctx, c.Site, credential.Attempt{ID: c.MemID, Password: c.Password, Max: tries, Proof: true})
	if err != nil {
		return s.refused(ctx, credential.Credentials{Site: c.Site, MemID: c.MemID, Origin: c.Origin}, err)
	}
	if err := memberdb.New(s.db).ForgiveMember(ctx, c.MemID); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	if c.NewPIN == "" {
		return nil
	}
	err = s.VerifyPIN(ctx, c.MemID, c.PIN)
	if errors.Is(err, fault.CashPINNotSet) {
		return nil
	}
	if errors.Is(err, fault.CashPINRequired) { // unless there is none yet
		m, readErr := memberdb.New(s.db).PIN(ctx, c.MemID)
		if readErr != nil {
			return fmt.Errorf("update: %w", readErr)
		}
		if m.PinHash == "" {
			return nil
		}
	}
	return err
}

func (s *Service) change(ctx context.Context, c Change, p memberdb.UpdateParams) error {
	var ended []Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		ended = nil
		if _, err := memberdb.New(tx).LockMember(ctx, memberdb.LockMemberParams{MemberID: c.MemID, SiteID: c.Site}); err != nil {
			return fmt.Errorf("update: %w", err)
		}
		before, err := memberdb.New(tx).Update(ctx, p)
		if pg.Violates(err, "member_member_nick") {
			return fault.DuplicateNickname
		}
		if err != nil {
			return fmt.Errorf("update: %w", err)
		}
		if p.PassHash != nil {
			if ended, err = s.endOwnIn(ctx, tx, memberdb.EndOwnSessionsParams{MemberID: c.MemID, Kept: c.SID, Reason: reasonPassword}, c.Trace); err != nil {
				return err
			}
		}
		lang := cmp.Or(c.Lang, before.LangBefore)
		if p.PassHash != nil {
			if err := s.notify(ctx, tx, c.Site, c.MemID, lang, letterPassword, c.IP, c.Trace); err != nil {
				return err
			}
		}
		if p.PinHash != nil {
			if err := s.notify(ctx, tx, c.Site, c.MemID, lang, letterPIN, c.IP, c.Trace); err != nil {
				return err
			}
		}
		detail := map[string]any{"password": p.PassHash != nil, "pin": p.PinHash != nil} // S-81; never the secrets
		if c.Nick != "" {
			detail["nick"] = [2]string{before.NickBefore, c.Nick}
		}
		if c.Lang != "" {
			detail["lang"] = [2]string{before.LangBefore, c.Lang}
		}
		return audit.Note(ctx, tx, audit.Entry{
			Actor: audit.Actor{ID: c.MemID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "member.update", Target: c.MemID, Detail: detail,
		})
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}
