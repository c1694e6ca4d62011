package hubrig

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/hubclient"
	"hubstake/internal/live"
)

// keys are those of one stand: they open no other stand's sessions.
type keys struct {
	kek    []byte // under which session keys lie in Redis
	signer *token.Signer
	sealer *token.Sealer
}

func newKeys() (*keys, error) {
	k := &keys{kek: id.Key()}
	var err error
	if k.signer, err = token.NewSigner("stand="+base64.RawURLEncoding.EncodeToString(id.Key()), clock.System{}); err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	if k.sealer, err = token.NewSealer([32]byte(k.kek)); err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return k, nil
}

// writers is how many sessions are written at once.
const writers = 16

// people gives n members a session and a balance in Redis.
func (k *keys) people(ctx context.Context, rdb redis.UniversalClient, n int) ([]hubclient.Member, error) {
	if err := live.PutSite(ctx, rdb, nil, Site, false, 1); err != nil {
		return nil, err
	}
	all := make([]hubclient.Member, n)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(writers)
	for i := range all {
		g.Go(func() error {
			m, err := k.person(ctx, rdb, fmt.Sprintf("load%06d", i))
			all[i] = m
			return err
		})
	}
	return all, g.Wait()
}

func (k *keys) person(ctx context.Context, rdb redis.UniversalClient, memID string) (hubclient.Member, error) {
	sid, key := id.New(), id.Key()
	m := hubclient.Member{
		MemID: memID, Topic: id.New(), HubKey: base64.RawURLEncoding.EncodeToString(key), Shard: id.Shard(memID), Site: Site,
	}
	text, expires, err := k.signer.Sign(token.Claims{MemID: memID, Site: Site, SID: sid, Topic: m.Topic, Gen: 1, Audience: token.Member})
	if err != nil {
		return m, fmt.Errorf("sign: %w", err)
	}
	m.Token = text
	err = live.PutSession(ctx, rdb, nil, sid, live.Session{
		Member: memID, Site: Site, Audience: string(token.Member), Topic: m.Topic, Key: k.sealer.Seal(sid, key), State: live.SessionLive, Gen: 1,
		Expires: expires, Version: 1,
	})
	if err != nil {
		return m, err
	}
	return m, live.PutBalance(ctx, rdb, nil, memID, live.Balance{
		Cash: "1000000", Points: "0", Version: 1, Unread: "0", MsgVersion: 1, Locked: "N", Permitted: "Y", LockVersion: 1,
	})
}

// Life is how long the sessions of a stand are good for.
const Life = token.Life - 5*time.Minute

// writeMembers writes a line a member as hubbench and the k6 scripts read them.
func writeMembers(dir string, all []hubclient.Member) (string, error) {
	var b bytes.Buffer
	for _, m := range all {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", m.MemID, m.Token, m.Topic, m.HubKey, m.Shard)
	}
	file := filepath.Join(dir, "members.tsv")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		return "", fmt.Errorf("members: %w", err)
	}
	return file, nil
}
