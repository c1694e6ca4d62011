package main

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/right"
	"hubstake/internal/hubclient"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// partnerArea is the partner area of a product as its pages use it. Logins take the password alone.
type partnerArea struct {
	*product
	api *api
}

func openPartnerArea(t *testing.T) partnerArea {
	t.Helper()
	p := launch(t)
	_, err := p.db.Exec(t.Context(), `UPDATE site_site SET options = options || '{"partnerOtp": false}'`)
	require.NoError(t, err)
	return partnerArea{p, &api{http: http.DefaultClient, base: p.site, origin: p.site}}
}

func (p partnerArea) post(token, path string, body any) {
	p.t.Helper()
	require.NoError(p.t, p.api.post(p.t.Context(), path, token, body, nil))
}

// listener is a person with a live connection that follows the topic of its partner.
type listener struct {
	token string
	sub   *hubclient.Subscription
}

// listen logs a person in and follows the topic of its partner; it returns when an event has come.
func (p partnerArea) listen(agentID, password, partner string) listener {
	p.t.Helper()
	var s session
	require.NoError(p.t, p.api.post(p.t.Context(), "/api/partner/login", "", map[string]string{"memId": agentID, "memPass": password, "otp": ""}, &s))
	who := s.member()
	who.Site, who.Audience = "demo", "partner"
	c, err := hubclient.Dial(p.t.Context(), "ws://"+p.hubAddr+"/hub", http.Header{"Origin": {p.site}}, who)
	require.NoError(p.t, err)
	p.t.Cleanup(c.Close)
	sub, err := c.Subscribe("/topic/partner." + partner)
	require.NoError(p.t, err)
	l := listener{s.Token, sub}
	stop := p.events(partner)
	defer stop()
	for { // more events at once than a feed keeps are one RESYNC; a relay that had to wait for the machine sends so many
		m, err := sub.Next(p.t.Context())
		require.NoError(p.t, err)
		if m.Cmd != event.Resync {
			require.Equal(p.t, event.Login, m.Cmd)
			return l
		}
	}
}

// events tells a partner of logins below, one after the other, until stop is called.
func (p partnerArea) events(partner string) (stop func()) {
	return running(p.t, func(ctx context.Context) error {
		pace := time.NewTicker(20 * time.Millisecond)
		defer pace.Stop()
		for n := 0; ctx.Err() == nil; n++ {
			err := pg.InTx(ctx, p.db, func(tx pgx.Tx) error {
				return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Upline: partner, Cmd: event.Login, Data1: fmt.Sprint("kim", n)})
			})
			if err != nil && ctx.Err() == nil {
				return err
			}
			select {
			case <-ctx.Done():
			case <-pace.C:
			}
		}
		return nil
	})
}

// cut waits until the hub has ended the connection.
func (p partnerArea) cut(l listener) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), testkit.Patience)
	defer cancel()
	for {
		if _, err := l.sub.Next(ctx); err != nil {
			require.NoError(p.t, ctx.Err(), "the connection goes on")
			return
		}
	}
}

// A live connection does not outlive the right with which it was opened: a right that the partner takes from a person, or the right to refer that a
// partner above takes from the partner, ends it while events arrive. The login that follows gets what is left.
func TestALiveConnectionEndsWithTheRight(t *testing.T) {
	t.Parallel()
	p := openPartnerArea(t)
	head := factory.Partner(t, p.db).MemID
	partner := factory.Partner(t, p.db, func(m *factory.M) { m.Parent, m.PartnerLevel = head, 2 }).MemID
	factory.Agent(t, p.db, partner)
	factory.Agent(t, p.db, head)
	sub := factory.Agent(t, p.db, partner+".mina", func(a *factory.Ag) { a.Rights = []right.Right{right.LowerRead, right.MoneyRead} })
	above, own := p.listen(head, factory.Password, head), p.listen(partner, factory.Password, partner)
	mina := p.listen(sub.ID, sub.Password, partner)

	change := func(version int, rights ...right.Right) {
		p.post(own.token, "/api/partner/agent/change", map[string]any{"agentId": sub.ID, "version": version, "name": "Mina", "rights": rights})
	}
	change(1, right.LowerRead)
	p.cut(mina)
	mina = p.listen(sub.ID, sub.Password, partner)

	p.post(above.token, "/api/partner/lower/switch", map[string]any{"memId": partner, "switch": "recommend", "off": true, "reason": "no more"})
	p.cut(own)
	p.cut(mina)
	stop := p.events(head)
	defer stop()
	_, err := above.sub.Next(t.Context())
	require.NoError(t, err, "the partner above goes on")
}
