package main

import (
	"context"
	"errors"
	"fmt"

	"hubstake/internal/core/money"
)

// Requests of members and decisions of staff.
const (
	unit       = 10_000
	conversion = 10_000 // points

	approve = "/api/admin/cash/approve"
	refuse  = "/api/admin/cash/refuse"
)

// errLocked says that the PIN is locked. A try is counted before it is looked at, so that a hundred at once are five (D-04); when
// the database or the api dies between the two, it stays counted, and after five such deaths in a row the right PIN waits too.
var errLocked = errors.New("the PIN is locked")

// ask writes a request and finds it. There is one open request of a kind at a time (D-14): when an answer was lost, C007 says
// that the request is there, and the list tells which one it is; a number that is not above the last one is not it.
func (m *mover) ask(ctx context.Context, path, kind string, body map[string]any) (row, error) {
	last, err := m.newest(ctx, kind)
	if err != nil {
		return row{}, err
	}
	for {
		err := persist(ctx, func() error { return m.call(ctx, m.Token, path, body, nil) })
		if err != nil && !code(err, "C007", "C017") {
			return row{}, err
		}
		r, listed := m.newest(ctx, kind)
		if listed != nil || r.Idx > last.Idx {
			return r, listed
		}
		if code(err, "C017") {
			return r, errLocked
		}
		if err := pause(ctx, again); err != nil {
			return row{}, err
		}
	}
}

// newest is the newest request of a kind as the member sees it; none is the zero row.
func (m *mover) newest(ctx context.Context, kind string) (r row, err error) {
	err = persist(ctx, func() error {
		var answer struct {
			List []row `json:"list"`
		}
		err := m.call(ctx, m.Token, "/api/cash/list/", map[string]any{"cashType": kind, "page": 1, "count_per_list": 1}, &answer)
		if err == nil && len(answer.List) > 0 {
			r = answer.List[0]
		}
		return err
	})
	return r, err
}

// decide has staff do something with a request until the request says that it is decided.
func (m *mover) decide(ctx context.Context, path, kind string, r row) (row, error) {
	body := r.shown(m.MemID)
	if path == refuse {
		body["memo"] = "money test"
	}
	for {
		err := persist(ctx, func() error { return m.call(ctx, m.t.staff, path, body, nil) })
		if err != nil && !code(err, "C019") { // decided before: by the call whose answer was lost
			return r, err
		}
		now, err := m.newest(ctx, kind)
		if err != nil || now.Idx == r.Idx && now.Status != 0 && now.Status != 2 {
			return now, err
		}
		if err := pause(ctx, again); err != nil {
			return r, err
		}
	}
}

func (m *mover) deposit(ctx context.Context) error {
	amount := money.Amount(1+m.rnd.IntN(5)) * unit
	r, err := m.ask(ctx, "/api/cash/in", "in", map[string]any{"amount": amount, "depositor": "Load Test", "bank": "Kookmin"})
	if err != nil {
		return err
	}
	path, want := approve, done
	if m.rnd.IntN(4) == 0 {
		path, want = refuse, -2
	}
	if r, err = m.decide(ctx, path, "in", r); err != nil {
		return err
	}
	if r.Status != want {
		return fmt.Errorf("deposit %d is in status %d, not %d", r.Idx, r.Status, want)
	}
	if want == done {
		m.delta += amount
	}
	return nil
}

func (m *mover) withdraw(ctx context.Context) error {
	amount := money.Amount(1+m.rnd.IntN(5)) * unit
	r, err := m.ask(ctx, "/api/cash/out", "out", map[string]any{"amount": amount, "cashPin": m.t.in.Member.CashPin, "bank": "Kookmin"})
	if errors.Is(err, errLocked) {
		m.counts["locked PIN"]++
		return nil
	}
	if code(err, "C015") { // what was deposited is not played yet (D-20): nothing moved
		m.counts["withdrawal before turnover"]++
		return nil
	}
	if err != nil {
		return err
	}
	path, want := approve, done
	if m.rnd.IntN(2) == 0 {
		path, want = refuse, -2
	}
	if r, err = m.decide(ctx, path, "out", r); err != nil {
		return err
	}
	if r.Status != want {
		return fmt.Errorf("withdrawal %d is in status %d, not %d", r.Idx, r.Status, want)
	}
	if want == done {
		m.delta -= amount
	}
	return nil
}

// convert turns points into cash. Only this member's own calls change its points, so what is left of them reports whether a call
// whose answer was lost had its effect.
func (m *mover) convert(ctx context.Context) error {
	before, err := m.pointsNow(ctx)
	if err != nil {
		return err
	}
	for {
		err := m.call(ctx, m.Token, "/api/cash/pointChg", map[string]any{"pointAmt": conversion}, nil)
		if err != nil && !errors.Is(err, errUnclear) {
			return err
		}
		if err == nil {
			break
		}
		if err := pause(ctx, callLimit); err != nil { // whatever is still under way ends meanwhile
			return err
		}
		now, err := m.pointsNow(ctx)
		if err != nil {
			return err
		}
		if now == before-conversion {
			break
		}
	}
	m.points -= conversion
	m.delta += conversion
	return nil
}

func (m *mover) pointsNow(ctx context.Context) (money.Amount, error) {
	var b struct {
		PointAmt money.Amount `json:"pointAmt"`
	}
	err := persist(ctx, func() error { return m.call(ctx, m.Token, "/api/cash/getUserCash", struct{}{}, &b) })
	return b.PointAmt, err
}
