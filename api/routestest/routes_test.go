package routestest_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// noon is 12:00 in Seoul, on the clock of the site demo.
var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

// office is the back office of the site demo at noon: calls as staff1, who has all rights, and the services behind them.
type office struct {
	db        *pgxpool.Pool
	clk       *clock.Manual
	sites     *site.Service
	members   *member.Service
	desk      *cash.Service
	inquiries *inquiry.Service
	app       apitest.App
}

// newOffice serves the routes that an area makes of the services.
func newOffice(t *testing.T, routes func(office) []httpx.Route, options ...func(*factory.S)) office {
	t.Helper()
	o := office{db: pgtest.DB(t), clk: clock.NewManual(noon)}
	factory.Site(t, o.db, options...)
	o.sites = site.New(o.db, o.clk)
	o.members = member.New(o.db, o.clk, o.sites, factory.Hashing())
	messages := message.New(o.db, o.clk)
	o.desk = cash.New(o.db, o.clk, o.sites, o.members, messages, nil)
	o.inquiries = inquiry.New(o.db, o.clk, o.members, o.desk, messages)
	o.app = apitest.New(t, o.clk, routes(o)).Staff("staff1")
	return o
}
