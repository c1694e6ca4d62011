package member_test

import (
	"net/netip"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/testkit/factory"
)

// titles returns the titles of the messages to a member, the oldest first.
func (w *world) titles(t *testing.T, memID string) []string {
	t.Helper()
	rows, err := w.db.Query(t.Context(), "SELECT title FROM message_message WHERE member_id = $1 ORDER BY id", memID)
	require.NoError(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return list
}

func TestAMemberIsToldOfALoginFromANewDevice(t *testing.T) { // S-12
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, w.db, func(m *factory.M) { m.Lang = "ko" })
	login := func(agent string) error {
		_, err := w.s.Login(t.Context(), credential.Credentials{
			Site: "demo", MemID: m.MemID, Password: factory.Password, Origin: credential.Origin{IP: netip.MustParseAddr("192.0.2.9"), UserAgent: agent},
		})
		return err
	}
	require.NoError(t, login("Firefox/130.0 (Windows)"))
	require.Empty(t, w.titles(t, m.MemID), "the first login is from no other device than before")
	require.NoError(t, login("Firefox/131.0 (Windows)"))
	require.Empty(t, w.titles(t, m.MemID), "an update of the browser is no new device")
	require.NoError(t, login("Chrome/140.0 (Android)"))
	require.NoError(t, login("Chrome/140.0 (Android)"))
	require.Equal(t, []string{"새 기기에서 로그인했습니다"}, w.titles(t, m.MemID), "once for a device")
	require.Contains(t, one[string](t, w, "SELECT content FROM message_message WHERE member_id = $1", m.MemID), "192.0.2.9")
	require.Equal(t, 1, one[int](t, w, "SELECT unread FROM message_counter WHERE member_id = $1", m.MemID))
	require.NoError(t, login(""))
	require.Len(t, w.titles(t, m.MemID), 2, "a device that does not say what it is")
}

func TestAMemberIsToldOfChangedCredentials(t *testing.T) { // S-12
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	g, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	change := func(c member.Change) {
		t.Helper()
		c.Site, c.MemID, c.SID, c.Origin = "demo", m.MemID, g.SID, origin
		require.NoError(t, w.s.Update(t.Context(), c))
	}
	change(member.Change{Password: factory.Password, Nick: "Leopard"})
	require.Empty(t, w.titles(t, m.MemID))
	change(member.Change{Password: factory.Password, PIN: factory.PIN, NewPIN: "4711"})
	change(member.Change{Password: factory.Password, NewPassword: "Fresh777!"})
	require.Equal(t, []string{"Your withdrawal password was changed", "Your password was changed"}, w.titles(t, m.MemID))
}
