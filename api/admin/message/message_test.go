package message_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	apimessage "hubstake/api/admin/message"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

type office struct {
	db  *pgxpool.Pool
	app apitest.App
}

func open(t *testing.T) office {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	members := member.New(db, clk, site.New(db, clk), factory.Hashing())
	return office{db, apitest.New(t, clk, apimessage.New(members).Routes()).Staff("staff1")}
}

func TestAMessageToAMember(t *testing.T) {
	o := open(t)
	m := factory.Member(t, o.db)
	other := factory.Member(t, o.db, func(m *factory.M) { m.Site = "other" })
	send := func(memID, title string) apitest.Answer {
		return o.app.Post("/api/admin/message/send", fmt.Sprintf(`{"memId":%q,"title":%q,"content":"text"}`, memID, title))
	}
	send("nobody", "Hello").Refused(200, "U001")
	send(other.MemID, "Hello").Refused(200, "U001")
	send(m.MemID, " ").Refused(200, "E001")
	require.Empty(t, pgtest.Column(t, o.db, "SELECT action FROM audit_entry"))
	apitest.OK[httpx.None](send(m.MemID, "Hello"))
	require.Equal(t, []string{"message.send " + m.MemID}, pgtest.Column(t, o.db, "SELECT action || ' ' || target FROM audit_entry"))
	require.Equal(t, []string{"MSG 1 " + m.MemID}, pgtest.Column(t, o.db, "SELECT concat_ws(' ', cmd, data1, member) FROM outbox_event"))
}
