package rds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Queued is a read that was put into a pipeline: call it after the pipeline has run. ok is false when
// Redis does not hold what was asked for.
type Queued[T any] func() (v T, ok bool, err error)

// States is a member's projection, group by group as far as Redis holds it. Groups are written on their
// own: one may be there and another not.
type States struct {
	Balance
	HasWallet, HasMessages, HasLocks bool
}

// Complete tells that every group is there.
func (s States) Complete() bool { return s.HasWallet && s.HasMessages && s.HasLocks }

// SiteState is the projection of a site.
type SiteState struct {
	Inspect string // Y or N (D-35)
	Version int64
}

var (
	sessionFields = []string{"member", "site", "aud", "topic", "key", "state", "reason", "gen", "game", "exp", "ver"}
	stateFields   = []string{"cash", "points", "ver", "unread", "mver", "locked", "permitted", "lver"}
	siteFields    = []string{"inspect", "iver"}
)

// fields reads the answer of HMGET; what is missing is empty.
func fields(cmd *redis.SliceCmd) (func(int) string, error) {
	vals, err := cmd.Result()
	if err != nil {
		return nil, err
	}
	return func(i int) string {
		s, _ := vals[i].(string)
		return s
	}, nil
}

// QueueSession queues the read of a session.
func QueueSession(ctx context.Context, p redis.Pipeliner, memID, sid string) Queued[Session] {
	cmd := p.HMGet(ctx, SessionKey(memID, sid), sessionFields...)
	return func() (Session, bool, error) {
		f, err := fields(cmd)
		if err != nil {
			return Session{}, false, fmt.Errorf("read session: %w", err)
		}
		return Session{
			Member: f(0), Site: f(1), Audience: f(2), Topic: f(3), Key: f(4), State: f(5), Reason: f(6), Gen: int(num(f(7))),
			Game: num(f(8)), Expires: time.UnixMilli(num(f(9))).UTC(), Version: num(f(10)),
		}, f(0) != "" && f(5) != "", nil
	}
}

// QueueStates queues the read of a member's states; ok tells that all groups are there.
func QueueStates(ctx context.Context, p redis.Pipeliner, memID string) Queued[States] {
	cmd := p.HMGet(ctx, BalanceKey(memID), stateFields...)
	return func() (States, bool, error) {
		f, err := fields(cmd)
		if err != nil {
			return States{}, false, fmt.Errorf("read states: %w", err)
		}
		s := States{
			Balance: Balance{
				Cash: f(0), Points: f(1), Version: num(f(2)), Unread: f(3), MsgVersion: num(f(4)),
				Locked: f(5), Permitted: f(6), LockVersion: num(f(7)),
			},
			HasWallet: f(2) != "", HasMessages: f(4) != "", HasLocks: f(7) != "",
		}
		return s, s.Complete(), nil
	}
}

// QueueSite queues the read of a site's state.
func QueueSite(ctx context.Context, p redis.Pipeliner, site string) Queued[SiteState] {
	cmd := p.HMGet(ctx, SiteKey(site), siteFields...)
	return func() (SiteState, bool, error) {
		f, err := fields(cmd)
		if err != nil {
			return SiteState{}, false, fmt.Errorf("read site: %w", err)
		}
		return SiteState{Inspect: f(0), Version: num(f(1))}, f(0) != "", nil
	}
}

// QueueOnline queues the heart-beats of members who are connected, and drops those that are long dead.
func QueueOnline(ctx context.Context, p redis.Pipeliner, site string, now time.Time, members []string) {
	zs := make([]redis.Z, len(members))
	for i, m := range members {
		zs[i] = redis.Z{Score: float64(now.UnixMilli()), Member: m}
	}
	p.ZAdd(ctx, OnlineKey(site), zs...)
	p.ZRemRangeByScore(ctx, OnlineKey(site), "-inf", millis(now.Add(-2*presence)))
}

// Position is where a stream stands.
type Position struct {
	LastID string // id of the newest entry; 0-0 when there is none
	Epoch  string // changes when Redis lost its data; empty when nothing was ever published
}

// QueuePosition queues the read of a stream's end and epoch.
func QueuePosition(ctx context.Context, p redis.Pipeliner, stream string) Queued[Position] {
	last := p.XRevRangeN(ctx, stream, "+", "-", 1)
	epoch := p.Get(ctx, EpochKey(stream))
	return func() (Position, bool, error) {
		pos := Position{LastID: "0-0"}
		msgs, err := last.Result()
		if err != nil {
			return pos, false, fmt.Errorf("read position: %w", err)
		}
		if len(msgs) > 0 {
			pos.LastID = msgs[0].ID
		}
		pos.Epoch, err = epoch.Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return pos, false, fmt.Errorf("read epoch: %w", err)
		}
		return pos, true, nil
	}
}

// QueueEpoch queues the read of a stream's epoch alone; it is empty when there is none.
func QueueEpoch(ctx context.Context, p redis.Pipeliner, stream string) Queued[string] {
	cmd := p.Get(ctx, EpochKey(stream))
	return func() (string, bool, error) {
		epoch, err := cmd.Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return "", false, fmt.Errorf("read epoch: %w", err)
		}
		return epoch, epoch != "", nil
	}
}
