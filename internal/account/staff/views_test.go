package staff_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/staff"
	"hubstake/internal/core/fault"
	"hubstake/internal/testkit/factory"
)

// people is a site with two members of staff.
func people(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, nil)
	for _, id := range []string{"staff1", "staff2"} {
		factory.Staff(t, w.db, func(s *factory.St) { s.ID = id })
	}
	return w
}

func named(views []staff.View) (names []string) {
	for _, v := range views {
		names = append(names, v.Name)
	}
	return names
}

// Of a person's views each list has its own, and no other person sees or changes them.
func TestAViewIsSavedRenamedReplacedAndDeleted(t *testing.T) {
	t.Parallel()
	w, ctx := people(t), t.Context()
	views := func(who string, list staff.ViewList) []staff.View {
		t.Helper()
		found, err := w.s.Views(ctx, who, list)
		require.NoError(t, err)
		return found
	}
	look := staff.Look{Columns: map[string]bool{"memo": false, "name": true}, Density: "comfortable"}
	id, err := w.s.SaveView(ctx, "staff1", staff.ListRequests, staff.View{Name: " Large ones ", Search: "?kind=out&min=500000", Look: look})
	require.NoError(t, err)
	require.Equal(t, []staff.View{{ID: id, Name: "Large ones", Search: "?kind=out&min=500000", Look: look}}, views("staff1", staff.ListRequests))
	require.Empty(t, views("staff1", staff.ListAudit))
	require.Empty(t, views("staff2", staff.ListRequests))

	_, err = w.s.SaveView(ctx, "staff1", staff.ListRequests, staff.View{Name: "Large ones"})
	require.ErrorIs(t, err, fault.ViewNameTaken)
	for _, other := range []struct {
		who  string
		list staff.ViewList
	}{{"staff2", staff.ListRequests}, {"staff1", staff.ListAudit}} {
		_, err = w.s.SaveView(ctx, other.who, other.list, staff.View{Name: "Large ones"})
		require.NoError(t, err, "a name is of one person and one list")
	}
	second, err := w.s.SaveView(ctx, "staff1", staff.ListRequests, staff.View{Name: "All"})
	require.NoError(t, err)
	require.Equal(t, []string{"All", "Large ones"}, named(views("staff1", staff.ListRequests)), "by name")

	require.ErrorIs(t, w.s.RenameView(ctx, "staff1", second, "Large ones"), fault.ViewNameTaken)
	require.NoError(t, w.s.RenameView(ctx, "staff1", id, "Large ones"), "its own name")
	require.NoError(t, w.s.RenameView(ctx, "staff1", second, "Today"))
	require.NoError(t, w.s.ReplaceView(ctx, "staff1", second, "?state=held", staff.Look{}))
	require.Equal(t, staff.View{ID: second, Name: "Today", Search: "?state=held", Look: staff.Look{Columns: map[string]bool{}}},
		views("staff1", staff.ListRequests)[1])

	for what, err := range map[string]error{
		"rename": w.s.RenameView(ctx, "staff2", id, "Mine"), "replace": w.s.ReplaceView(ctx, "staff2", id, "", staff.Look{}),
		"delete": w.s.DeleteView(ctx, "staff2", id), "unknown": w.s.DeleteView(ctx, "staff1", 1<<40),
	} {
		require.ErrorIs(t, err, fault.PaymentProblem, what)
	}
	require.NoError(t, w.s.DeleteView(ctx, "staff1", id))
	require.ErrorIs(t, w.s.DeleteView(ctx, "staff1", id), fault.PaymentProblem)
	require.Equal(t, []string{"Today"}, named(views("staff1", staff.ListRequests)))
}

func TestNamesOfViewsThatCannotBe(t *testing.T) {
	t.Parallel()
	w, ctx := people(t), t.Context()
	id, err := w.s.SaveView(ctx, "staff1", staff.ListMembers, staff.View{Name: strings.Repeat("가", staff.MaxViewName)})
	require.NoError(t, err, "characters count, not bytes")
	for _, bad := range []string{"", "  ", strings.Repeat("가", staff.MaxViewName+1), "a\nb", "a\x00b", "\xff"} {
		_, err := w.s.SaveView(ctx, "staff1", staff.ListMembers, staff.View{Name: bad})
		require.ErrorIs(t, err, fault.ViewNameInvalid, "%q", bad)
		require.ErrorIs(t, w.s.RenameView(ctx, "staff1", id, bad), fault.ViewNameInvalid, "%q", bad)
	}
}

func TestAViewHasBounds(t *testing.T) {
	t.Parallel()
	w, ctx := people(t), t.Context()
	many := map[string]bool{}
	for i := range 61 {
		many[fmt.Sprint("c", i)] = true
	}
	good := staff.View{Name: "v", Search: strings.Repeat("x", 1000)}
	id, err := w.s.SaveView(ctx, "staff1", staff.ListLedger, good)
	require.NoError(t, err)
	for what, bad := range map[string]staff.View{
		"search": {Search: strings.Repeat("x", 1001)}, "control": {Search: "?a=\x01"}, "density": {Look: staff.Look{Density: "huge"}},
		"columns": {Look: staff.Look{Columns: many}}, "column": {Look: staff.Look{Columns: map[string]bool{strings.Repeat("x", 41): true}}},
		"empty column": {Look: staff.Look{Columns: map[string]bool{"": true}}},
	} {
		require.ErrorIs(t, w.s.ReplaceView(ctx, "staff1", id, bad.Search, bad.Look), fault.Failed, what)
		bad.Name = "other"
		_, err := w.s.SaveView(ctx, "staff1", staff.ListLedger, bad)
		require.ErrorIs(t, err, fault.Failed, what)
	}
	_, err = w.s.SaveView(ctx, "staff1", "elsewhere", staff.View{Name: "v"})
	require.ErrorIs(t, err, fault.Failed)
	_, err = w.s.Views(ctx, "staff1", "elsewhere")
	require.ErrorIs(t, err, fault.Failed)
}

// Of many pages that save at once as many do as there is room for.
func TestAListHasSoManyViewsAtMost(t *testing.T) {
	t.Parallel()
	w, ctx := people(t), t.Context()
	var done sync.WaitGroup
	var full, kept atomic.Int64
	for i := range staff.MaxViews + 6 {
		done.Go(func() {
			_, err := w.s.SaveView(ctx, "staff1", staff.ListAudit, staff.View{Name: fmt.Sprint("v", i)})
			switch {
			case err == nil:
				kept.Add(1)
			case errors.Is(err, fault.ViewsFull):
				full.Add(1)
			}
		})
	}
	done.Wait()
	require.Equal(t, []int64{staff.MaxViews, 6}, []int64{kept.Load(), full.Load()})
	_, err := w.s.SaveView(ctx, "staff1", staff.ListAudit, staff.View{Name: "one more"})
	require.ErrorIs(t, err, fault.ViewsFull)
	_, err = w.s.SaveView(ctx, "staff1", staff.ListMembers, staff.View{Name: "one more"})
	require.NoError(t, err, "of each list")
}
