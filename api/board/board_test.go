package board_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apiboard "hubstake/api/board"
	"hubstake/internal/board"
	"hubstake/internal/clock"
	"hubstake/internal/paging"
	"hubstake/internal/platform/pg"
	"hubstake/internal/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestBoardsOverHTTP(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	svc := board.New(db, clk)
	for lang, title := range map[string]string{"vn": "Chào", "en": "Hello"} {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			_, err := svc.Create(t.Context(), tx, board.Draft{Site: "demo", Board: board.Notice, Lang: lang, Title: title, Writer: "Hubstake"})
			return err
		}))
	}
	app := apitest.New(t, clk, apiboard.New(site.New(db, clk), svc).Routes())
	for tag, title := range map[string]string{"en-GB": "Hello", "vi": "Chào", "de": "Chào", "": "Chào"} {
		got := apitest.OK[apiboard.ListAnswer](app.Lang(tag).Post("/api/board/notice/list",
			`{"page":1,"count_per_list":5,"boardType":"notice","startDate":"2026-09-10","endDate":"2026-09-10","searchValue":"","userPageType":"PC"}`))
		require.Equal(t, apiboard.ListAnswer{
			List:     []apiboard.Post{{Idx: got.IdxList[0], Title: title, Writer: "Hubstake", CreatedAt: noon, Views: got.List[0].Views}},
			PageInfo: paging.Info{Page: 1, CountPerList: 5, Total: 1, Pages: 1}, IdxList: got.IdxList,
		}, got, tag)
		for n, path := range []string{"datail", "detail"} { // D-40
			p := apitest.OK[apiboard.Post](app.Post("/api/board/notice/"+path, fmt.Sprintf(`{"boardIdx":%d}`, got.IdxList[0])))
			require.Equal(t, title, p.Title)
			require.Positive(t, p.Views-int64(n))
		}
		clk.Advance(time.Millisecond)
	}
	app.Post("/api/board/qna/list", "{}").Refused(200, "E001")
	app.Post("/api/board/notice/list", `{"endDate":"soon"}`).Refused(200, "E001")
	app.Post("/api/board/notice/datail", `{"boardIdx":0}`).Refused(200, "E001")
}
