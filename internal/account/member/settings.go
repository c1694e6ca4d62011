package member

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
)

// Settings are what staff allows a member besides betting, which has locks of its own (D-45).
type Settings struct {
	Level     int  `json:"level"`     // 1 … 10; what it is worth is among the site's options
	Login     bool `json:"login"`     // may log in: U019 without it
	Withdraw  bool `json:"withdraw"`  // may ask for a withdrawal: U022 without it
	Recommend bool `json:"recommend"` // may be named as referrer at signup
}

// Note is what a member of staff wrote down about a member. It never changes.
type Note struct {
	By, Content string
	At          time.Time
}

// notesShown is how many notes a card has.
const notesShown = 50

// Card is a member's account as staff manages it.
type Card struct {
	MemID, Nick  string
	Partner      bool
	Referrer     string // memId; empty: none
	Status       Status
	StatusAt     time.Time
	StatusBy     string // empty: the member, or the clock
	StatusReason string
	Settings
	Version    int64      // of the settings
	TestSince  *time.Time // nil: no test account
	TestBy     string
	TestReason string
	Notes      []Note // the newest first
}

// Card returns how an account stands. U001: no such member on the site.
func (s *Service) Card(ctx context.Context, siteID, memID string) (Card, error) {
	q := memberdb.New(s.db)
	r, err := q.Card(ctx, memberdb.CardParams{MemberID: memID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return Card{}, fault.MemberNotFound
	}
	if err != nil {
		return Card{}, fmt.Errorf("card: %w", err)
	}
	notes, err := q.Notes(ctx, memberdb.NotesParams{MemberID: memID, Count: notesShown})
	if err != nil {
		return Card{}, fmt.Errorf("card: %w", err)
	}
	c := Card{
		MemID: r.MemberID, Nick: r.Nick, Partner: r.Partner, Referrer: r.ParentID, Status: Status(r.Status), StatusAt: r.StatusAt.UTC(), StatusBy: r.StatusBy, StatusReason: r.StatusReason,
		Settings: settingsOf(r), Version: r.SettingsVersion, TestSince: r.TestSince,
		TestBy: r.TestBy, TestReason: r.TestReason, Notes: make([]Note, len(notes)),
	}
	for i, n := range notes {
		c.Notes[i] = Note{By: n.StaffID, Content: n.Content, At: n.CreatedAt.UTC()}
	}
	return c, nil
}

func settingsOf(r memberdb.CardRow) Settings {
	return Settings{Level: int(r.Level), Login: r.LoginAllowed, Withdraw: r.WithdrawAllowed, Recommend: r.RecommendAllowed}
}

// Set sets what a member is allowed, from the member's next call on; without Login its sessions end, without Recommend those of the partner
// area. E001: a level that there is not, or no reason. U001: a pending or deleted member. C019: the settings changed since their version was shown.
func (s *Service) Set(ctx context.Context, a Act, version int64, becomes Settings, reason string) error {
	reason = strings.TrimSpace(reason)
	if becomes.Level < 1 || becomes.Level > site.MaxLevel || reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return fault.Failed
	}
	var ended []Session
	detail := map[string]any{"becomes": becomes, "reason": reason}
	err := s.act(ctx, a, "member.settings", detail, func(tx pgx.Tx, m memberdb.LockMemberRow) error {
		ended = nil
		if Status(m.Status) == Pending || Status(m.Status) == Deleted {
			return fault.MemberNotFound
		}
		q := memberdb.New(tx)
		was, err := q.Card(ctx, memberdb.CardParams{MemberID: m.MemberID, SiteID: a.Site})
		if err != nil {
			return fmt.Errorf("member settings: %w", err)
		}
		if was.SettingsVersion != version {
			return fault.PaymentProblem
		}
		detail["before"] = settingsOf(was) // S-81
		if err := forgetChanged(ctx, tx, m.MemberID, settingsOf(was), becomes); err != nil {
			return err
		}
		err = q.SetSettings(ctx, memberdb.SetSettingsParams{
			Level: int16(becomes.Level), Login: becomes.Login, Withdraw: becomes.Withdraw, Recommend: becomes.Recommend, MemberID: m.MemberID,
		})
		if err != nil {
			return fmt.Errorf("member settings: %w", err)
		}
		ended, err = s.endWithout(ctx, tx, m.MemberID, becomes.Login, becomes.Recommend, a.Trace)
		return err
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}

// noteMax is the length of a note in code points.
const noteMax = 1000

// AddNote writes something down about a member, for staff alone. E001: no text, or a text that is too long. U001: no such member on the
// site.
func (s *Service) AddNote(ctx context.Context, a Act, content string) error {
	if content = strings.TrimSpace(content); content == "" || utf8.RuneCountInString(content) > noteMax {
		return fault.Failed
	}
	return s.act(ctx, a, "member.note", map[string]any{"content": content}, func(tx pgx.Tx, m memberdb.LockMemberRow) error {
		err := memberdb.New(tx).AddNote(ctx, memberdb.AddNoteParams{
			SiteID: a.Site, MemberID: m.MemberID, StaffID: a.ID, Content: content, CreatedAt: s.clk.Now(),
		})
		if err != nil {
			return fmt.Errorf("add note: %w", err)
		}
		return nil
	})
}
