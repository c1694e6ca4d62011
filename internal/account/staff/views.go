package staff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/pg"
)

// The bounds of saved views.
const (
	MaxViews    = 20 // of one list
	MaxViewName = 60 // characters
	maxSearch   = 1000
	maxColumns  = 60
	maxColumn   = 40
)

// ViewList is a list of the back office that views can be saved of.
type ViewList string

// The lists.
const (
	ListMembers  ViewList = "members"
	ListRequests ViewList = "requests"
	ListLedger   ViewList = "ledger" // of one member
	ListRounds   ViewList = "rounds" // of one member
	ListAudit    ViewList = "audit"
)

var viewLists = []ViewList{ListMembers, ListRequests, ListLedger, ListRounds, ListAudit}

// Look is how a table is drawn, where that differs from what its page has.
type Look struct {
	Columns map[string]bool `json:"columns"` // shown or hidden, by key
	Density string          `json:"density"` // comfortable or compact; empty: as the page has it
}

func (l Look) valid() bool {
	if len(l.Columns) > maxColumns || !slices.Contains([]string{"", "comfortable", "compact"}, l.Density) {
		return false
	}
	for key := range l.Columns {
		if key == "" || len(key) > maxColumn || !plain(key) {
			return false
		}
	}
	return true
}

// View is a saved view of a list.
type View struct {
	ID     int64
	Name   string
	Search string // the filters, as the address of the page has them
	Look   Look
}

// plain reports whether a text is valid and has no control characters.
func plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// viewName returns a name as it is kept. U060: it is empty, too long or not plain text.
func viewName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > MaxViewName || !plain(name) {
		return "", fault.ViewNameInvalid.With("max", strconv.Itoa(MaxViewName))
	}
	return name, nil
}

func contents(search string, look Look) ([]byte, error) {
	if len(search) > maxSearch || !plain(search) || !look.valid() {
		return nil, fault.Failed
	}
	if look.Columns == nil {
		look.Columns = map[string]bool{}
	}
	raw, err := json.Marshal(look)
	if err != nil {
		return nil, fmt.Errorf("staff: view: %w", err)
	}
	return raw, nil
}

// Views lists what an account saved of a list, by name. E001: there is no such list.
func (s *Service) Views(ctx context.Context, staffID string, list ViewList) ([]View, error) {
	if !slices.Contains(viewLists, list) {
		return nil, fault.Failed
	}
	rows, err := staffdb.New(s.db).Views(ctx, staffdb.ViewsParams{StaffID: staffID, List: string(list)})
	if err != nil {
		return nil, fmt.Errorf("staff: views: %w", err)
	}
	out := make([]View, len(rows))
	for i, r := range rows {
		out[i] = View{ID: r.ID, Name: r.Name, Search: r.Search}
		if err := json.Unmarshal(r.Look, &out[i].Look); err != nil {
			return nil, fmt.Errorf("staff: view %d: %w", r.ID, err)
		}
	}
	return out, nil
}

// SaveView keeps a view of a list for an account and returns its ID. U060: a name that cannot be; U061: there is one of that name; U062: the list
// has as many as it may; E001: anything else that cannot be.
func (s *Service) SaveView(ctx context.Context, staffID string, list ViewList, v View) (id int64, err error) {
	name, err := viewName(v.Name)
	if err != nil {
		return 0, err
	}
	look, err := contents(v.Search, v.Look)
	if err != nil {
		return 0, err
	}
	if !slices.Contains(viewLists, list) {
		return 0, fault.Failed
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := staffdb.New(tx)
		if err := q.HoldAccount(ctx, staffID); err != nil {
			return fmt.Errorf("staff: view: %w", err)
		}
		n, err := q.ViewsCount(ctx, staffdb.ViewsCountParams{StaffID: staffID, List: string(list)})
		if err != nil {
			return fmt.Errorf("staff: view: %w", err)
		}
		if n >= MaxViews {
			return fault.ViewsFull.With("max", strconv.Itoa(MaxViews))
		}
		id, err = q.AddView(ctx, staffdb.AddViewParams{
			StaffID: staffID, List: string(list), Name: name, Search: v.Search, Look: look, At: s.clk.Now(),
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.ViewNameTaken
		}
		if err != nil {
			return fmt.Errorf("staff: view: %w", err)
		}
		return nil
	})
	return id, err
}

// RenameView gives a view of an account another name. U060, U061; C019: the account has no such view any more.
func (s *Service) RenameView(ctx context.Context, staffID string, id int64, name string) error {
	name, err := viewName(name)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := staffdb.New(tx)
		if err := q.HoldAccount(ctx, staffID); err != nil {
			return fmt.Errorf("staff: view: %w", err)
		}
		taken, err := q.ViewNamed(ctx, staffdb.ViewNamedParams{ID: id, StaffID: staffID, Name: name})
		if err != nil {
			return fmt.Errorf("staff: view: %w", err)
		}
		if taken {
			return fault.ViewNameTaken
		}
		n, err := q.RenameView(ctx, staffdb.RenameViewParams{ID: id, StaffID: staffID, Name: name, At: s.clk.Now()})
		return changed(n, err)
	})
}

// ReplaceView gives a view of an account other filters and another look. C019: the account has no such view any more.
func (s *Service) ReplaceView(ctx context.Context, staffID string, id int64, search string, look Look) error {
	raw, err := contents(search, look)
	if err != nil {
		return err
	}
	n, err := staffdb.New(s.db).ReplaceView(ctx, staffdb.ReplaceViewParams{ID: id, StaffID: staffID, Search: search, Look: raw, At: s.clk.Now()})
	return changed(n, err)
}

// DeleteView removes a view of an account. C019: it has no such view any more.
func (s *Service) DeleteView(ctx context.Context, staffID string, id int64) error {
	n, err := staffdb.New(s.db).DeleteView(ctx, staffdb.DeleteViewParams{ID: id, StaffID: staffID})
	return changed(n, err)
}

// changed is the error of a statement that must have met one view.
func changed(rows int64, err error) error {
	if err != nil {
		return fmt.Errorf("staff: view: %w", err)
	}
	if rows == 0 {
		return fault.PaymentProblem
	}
	return nil
}
