package member

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// Change is what a member changes of its own account; empty fields stay. Phone, name and bank account are asked for (AskDetails): a thief of
// a session could otherwise have the money sent elsewhere (S-04, S-25).
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
	shown, err := s.prove(ctx, c, st.Options.PassTries)
	if err != nil {
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
	return s.change(ctx, c, p, shown)
}

// proof is what a member showed to change the account: both secrets are compared before the transaction and looked at again in it.
type proof struct {
	password string  // the stored hash that the password was compared with
	pin      *PINTry // not judged yet; nil: none was needed
}

// prove checks that the member itself is there: by its password, and for a new PIN by the present one.
func (s *Service) prove(ctx context.Context, c Change, tries int) (proof, error) {
	compared, err := s.password(ctx, c.Site, credential.Attempt{ID: c.MemID, Password: c.Password, Max: tries, Proof: true})
	if err != nil {
		return proof{}, s.refused(ctx, credential.Credentials{Site: c.Site, MemID: c.MemID, Origin: c.Origin}, err)
	}
	if err := memberdb.New(s.db).ForgiveMember(ctx, c.MemID); err != nil {
		return proof{}, fmt.Errorf("update: %w", err)
	}
	shown := proof{password: compared}
	if c.NewPIN == "" {
		return shown, nil
	}
	m, err := memberdb.New(s.db).PIN(ctx, c.MemID)
	if err != nil {
		return proof{}, fmt.Errorf("update: %w", err)
	}
	if m.PinHash == "" {
		shown.pin = &PINTry{member: c.MemID, right: true} // the first PIN: right as long as none is set
		return shown, nil
	}
	t, err := s.TryPIN(ctx, c.MemID, c.PIN)
	shown.pin = &t
	return shown, err
}

// change writes the new values, if what was shown still holds under the member's lock. E002: a secret was replaced in the meantime.
func (s *Service) change(ctx context.Context, c Change, p memberdb.UpdateParams, shown proof) error {
	var ended []Session
	var refusal error
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		ended, refusal = nil, nil
		m, err := memberdb.New(tx).LockMember(ctx, memberdb.LockMemberParams{MemberID: c.MemID, SiteID: c.Site})
		if err != nil {
			return fmt.Errorf("update: %w", err)
		}
		if m.PassHash != shown.password {
			return fault.TryLater
		}
		if shown.pin != nil {
			refusal = s.JudgePIN(ctx, tx, *shown.pin)
			if _, refused := fault.Of(refusal); refused {
				return nil // committed with its count
			}
			if refusal != nil {
				return refusal
			}
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
		if p.PassHash != nil || p.PinHash != nil {
			if err := s.endDetails(ctx, tx, c.Site, c.MemID, c.Trace); err != nil {
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
	if err == nil {
		err = refusal
	}
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}
