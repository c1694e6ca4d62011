package routestest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	apimessage "hubstake/api/admin/message"
	"hubstake/internal/access/httpx"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openMessages(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route { return apimessage.New(o.members).Routes() })
}

func TestAMessageToAMember(t *testing.T) {
	o := openMessages(t)
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

// Staff sees what the member was sent, read, unread and deleted, and marks nothing read by it.
func TestTheMessagesOfAMember(t *testing.T) {
	o := openMessages(t)
	m := factory.Member(t, o.db)
	other := factory.Member(t, o.db, func(m *factory.M) { m.Site = "other" })
	for i, times := range []string{"$3, NULL", "$3, $3", "NULL, NULL"} {
		_, err := o.db.Exec(t.Context(), `INSERT INTO message_message (site_id, member_id, title, content, sent_at, read_at, deleted_at)
			SELECT 'demo', $1, $2, 'text', $3::timestamptz, `+strings.ReplaceAll(times, "$3", "$3::timestamptz"), m.MemID, fmt.Sprint(i), noon.AddDate(0, 0, i-2))
		require.NoError(t, err)
	}
	const path = "/api/admin/message/list"
	o.app.Post(path, `{"memId":7}`).Refused(400, "E001")
	o.app.Post(path, "{}").Refused(200, "U001")
	o.app.Post(path, fmt.Sprintf(`{"memId":%q}`, other.MemID)).Refused(200, "U001")
	o.app.Post(path, fmt.Sprintf(`{"memId":%q,"endDate":"soon"}`, m.MemID)).Refused(200, "E001")
	got := apitest.OK[apimessage.ListAnswer](o.app.Post(path, fmt.Sprintf(`{"memId":%q}`, m.MemID)))
	require.EqualValues(t, 3, got.PageInfo.Total)
	var states []string
	for _, row := range got.List {
		states = append(states, fmt.Sprintf("%s %t %t", row.Title, row.ReadAt != nil, row.DeletedAt != nil))
	}
	require.Equal(t, []string{"2 false false", "1 true true", "0 true false"}, states)
	first := apitest.OK[apimessage.ListAnswer](o.app.Post(path, fmt.Sprintf(`{"memId":%q,"endDate":"2026-09-08"}`, m.MemID)))
	require.Equal(t, "0", first.List[0].Title)
	require.Equal(t, []string{"1"}, pgtest.Column(t, o.db, "SELECT count(*)::text FROM message_message WHERE read_at IS NULL"))
}
