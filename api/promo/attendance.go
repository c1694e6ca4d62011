package promo

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo"
)

// AttendanceRequest asks for a month.
type AttendanceRequest struct {
	Month string `json:"month,omitzero"` // yyyy-MM; empty: the present one of the site's clock
}

// VisitRow is a day on which the member checked in.
type VisitRow struct {
	Day      string       `json:"day"`    // yyyy-MM-dd
	Streak   int          `json:"streak"` // the n-th day in a row
	PointAmt money.Amount `json:"pointAmt"`
}

// StreakRow is a reward for days in a row, beside that of each day.
type StreakRow struct {
	Days     int          `json:"days"`
	PointAmt money.Amount `json:"pointAmt"`
}

// AttendanceAnswer is a month of the member's visits, and what they give.
type AttendanceAnswer struct {
	Today    string       `json:"today"`    // yyyy-MM-dd on the site's clock
	Checked  bool         `json:"checked"`  // today
	Next     VisitRow     `json:"next"`     // what checking in gives: today, or tomorrow when it is done
	PointAmt money.Amount `json:"pointAmt"` // each day
	Streaks  []StreakRow  `json:"streaks"`  // after the longest, the count begins again
	List     []VisitRow   `json:"list"`
}

func (a *API) attendanceInfo(ctx context.Context, c httpx.Caller, req AttendanceRequest) (AttendanceAnswer, error) {
	m, err := a.promos.Attendance(ctx, who(c), req.Month)
	if err != nil {
		return AttendanceAnswer{}, err
	}
	out := AttendanceAnswer{
		Today: m.Today.Format(time.DateOnly), Checked: m.Done, Next: visit(m.Next), PointAmt: m.Setting.Points,
		Streaks: make([]StreakRow, len(m.Setting.Streaks)), List: make([]VisitRow, len(m.Visits)),
	}
	for i, s := range m.Setting.Streaks {
		out.Streaks[i] = StreakRow{s.Days, s.Points}
	}
	for i, v := range m.Visits {
		out.List[i] = visit(v)
	}
	return out, nil
}

func visit(v promo.Visit) VisitRow { return VisitRow{v.Day.Format(time.DateOnly), v.Streak, v.Points} }

// CheckAnswer is today's visit; again says that it was made before and nothing happened now.
type CheckAnswer struct {
	Again bool `json:"again"`
	VisitRow
}

func (a *API) attendanceCheck(ctx context.Context, c httpx.Caller, _ httpx.None) (CheckAnswer, error) {
	v, again, err := a.promos.CheckIn(ctx, who(c))
	if err != nil {
		return CheckAnswer{}, err
	}
	return CheckAnswer{again, visit(v)}, nil
}
