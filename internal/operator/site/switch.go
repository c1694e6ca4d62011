package site

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site/sitedb"
)

// Whole is the name of the switch of the whole site (D-35), beside those of the functions.
const Whole = "site"

// maxReason bounds why something was switched, in code points.
const maxReason = 200

// Switch is what can be put under maintenance, and who switched it last.
type Switch struct {
	Name   string // Whole, or a Function
	Code   string // what members are told: S001 … S007
	On     bool
	By     string // staff; empty: nobody so far
	Reason string
	At     *time.Time
}

// Reason is a reason as it is kept; E001 for one that is too long or has what cannot be printed.
func Reason(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxReason || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fault.Failed
	}
	return text, nil
}

// Switched notes in tx who switched what, and why.
func (s *Service) Switched(ctx context.Context, tx pgx.Tx, id, name, by, reason string) error {
	err := sitedb.New(tx).Switched(ctx, sitedb.SwitchedParams{SiteID: id, Name: name, SetBy: by, Reason: reason, SetAt: s.clk.Now()})
	if err != nil {
		return fmt.Errorf("switch: %w", err)
	}
	return nil
}

// Switches lists the site and its functions in the order of their codes, as they are at this moment.
func (s *Service) Switches(ctx context.Context, id string) ([]Switch, error) {
	st, err := s.Fresh(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, err := sitedb.New(s.db).Switches(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("switches: %w", err)
	}
	out := []Switch{{Name: Whole, Code: fault.SiteMaintenance.Code(), On: st.Inspect}}
	for _, f := range Functions {
		out = append(out, Switch{Name: string(f), Code: f.Fault().Code(), On: functions[f].paused(st.Options)})
	}
	for i := range out {
		for _, r := range rows {
			if r.Name == out[i].Name {
				out[i].By, out[i].Reason, out[i].At = r.SetBy, r.Reason, &r.SetAt
			}
		}
	}
	return out, nil
}
