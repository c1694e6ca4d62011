package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apimessage "hubstake/api/message"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/message"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestMessagesOverHTTP(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	m := factory.Member(t, db)
	svc := message.New(db, clk)
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		return svc.Send(t.Context(), tx, message.Notification{Site: "demo", Member: m.MemID, Title: "Hello", Content: "a\nb"})
	}))
	app := apitest.New(t, clk, apimessage.New(svc).Routes())
	app = app.Member(m.MemID)
	list := apitest.OK[apimessage.ListAnswer](app.Post("/api/board/msgList", `{"page":1,"count_per_list":10}`))
	want := apimessage.Message{Idx: list.List[0].Idx, Title: "Hello", Content: "a\nb", SentAt: noon}
	require.Equal(t, apimessage.ListAnswer{
		List: []apimessage.Message{want}, PageInfo: paging.Info{Page: 1, CountPerList: 10, Total: 1, Pages: 1},
	}, list)

	ids := fmt.Sprintf(`{"idxList":[%d],"action":"delete"}`, want.Idx)
	app.Post("/api/board/msgUpdate", ids).Refused(200, "M002")
	app.Post("/api/board/msgUpdate", `{"action":"burn"}`).Refused(200, "E001")
	app.Post("/api/board/msgRead", `{"boardIdx":0}`).Refused(200, "E001")
	want.Read = true
	require.Equal(t, want, apitest.OK[apimessage.Message](app.Post("/api/board/msgRead", fmt.Sprintf(`{"boardIdx":%d}`, want.Idx))))
	require.EqualValues(t, 0, apitest.OK[apimessage.UpdateAnswer](app.Post("/api/board/msgUpdate", `{"action":"read"}`)).Changed)
	require.EqualValues(t, 1, apitest.OK[apimessage.UpdateAnswer](app.Post("/api/board/msgUpdate", ids)).Changed)
}

// M002: unread messages are not deleted, and "all" means those that are read.
func TestAllReadMessagesAreDeletedAtOnce(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m, other := factory.Member(t, db), factory.Member(t, db)
	svc := message.New(db, clk)
	for _, to := range []string{m.MemID, m.MemID, m.MemID, other.MemID} {
		clk.Advance(time.Minute)
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			return svc.Send(t.Context(), tx, message.Notification{Site: "demo", Member: to, Title: "Hello", Content: "a"})
		}))
	}
	app := apitest.New(t, clk, apimessage.New(svc).Routes())
	ask := func(member, body string) int64 {
		return apitest.OK[apimessage.UpdateAnswer](app.Member(member).Post("/api/board/msgUpdate", body)).Changed
	}
	require.EqualValues(t, 0, ask(m.MemID, `{"action":"delete"}`), "none is read yet")
	require.EqualValues(t, 1, ask(other.MemID, `{"action":"read"}`))
	list := apitest.OK[apimessage.ListAnswer](app.Member(m.MemID).Post("/api/board/msgList", `{}`)).List
	require.EqualValues(t, 2, ask(m.MemID, fmt.Sprintf(`{"action":"read","idxList":[%d,%d]}`, list[0].Idx, list[2].Idx)))
	app.Member(m.MemID).Post("/api/board/msgUpdate", fmt.Sprintf(`{"action":"delete","idxList":[%d,%d]}`, list[0].Idx, list[1].Idx)).Refused(200, "M002")
	require.EqualValues(t, 2, ask(m.MemID, `{"action":"delete"}`))
	left := apitest.OK[apimessage.ListAnswer](app.Member(m.MemID).Post("/api/board/msgList", `{}`)).List
	require.Len(t, left, 1)
	require.Equal(t, list[1].Idx, left[0].Idx)
	require.Len(t, apitest.OK[apimessage.ListAnswer](app.Member(other.MemID).Post("/api/board/msgList", `{}`)).List, 1, "another member's stays")
}
