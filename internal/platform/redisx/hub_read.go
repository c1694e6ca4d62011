package redisx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/platform/token"
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

// The reads of the hub's hottest path: made once, with a blank where the key goes.
var (
	sessionFields = hmget("member", "site", "aud", "topic", "key", "state", "reason", "gen", "game", "exp", "ver", "rights")
	stateFields   = hmget("cash", "points", "ver", "unread", "mver", "locked", "permitted", "lver")
	siteFields    = hmget("inspect", "iver")
)

func hmget(fields ...string) []any {
	args := []any{"hmget", nil}
	for _, f := range fields {
		args = append(args, f)
	}
	return args
}

// queueFields queues the read of the fields of a hash.
func queueFields(ctx context.Context, p redis.Pipeliner, key string, fields []any) *redis.SliceCmd {
	args := slices.Clone(fields)
	args[1] = key
	cmd := redis.NewSliceCmd(ctx, args...)
	_ = p.Process(ctx, cmd) // what becomes of it is said when the pipeline has run
	return cmd
}

var errUnsent = errors.New("the pipeline has not run")

// fields reads the answer of HMGET; what is missing is empty.
func fields(cmd *redis.SliceCmd) (func(int) string, error) {
	vals, err := cmd.Result()
	if err != nil {
		return nil, err
	}
	if len(vals) == 0 { // it was never sent
		return nil, errUnsent
	}
	return func(i int) string {
		s, _ := vals[i].(string)
		return s
	}, nil
}

// QueueSession queues the read of a session. That of staff is whole only with their rights.
func QueueSession(ctx context.Context, p redis.Pipeliner, memID, sid string) Queued[Session] {
	cmd := queueFields(ctx, p, SessionKey(memID, sid), sessionFields)
	return func() (Session, bool, error) {
		f, err := fields(cmd)
		if err != nil {
			return Session{}, false, fmt.Errorf("read session: %w", err)
		}
		return Session{
			Member: f(0), Site: f(1), Audience: f(2), Topic: f(3), Key: f(4), State: f(5), Reason: f(6), Gen: int(num(f(7))),
			Game: num(f(8)), Expires: time.UnixMilli(num(f(9))).UTC(), Version: num(f(10)), Rights: f(11),
		}, f(0) != "" && f(5) != "" && (f(2) != string(token.Admin) || f(11) != "" || f(5) != Live), nil
	}
}

// QueueStates queues the read of a member's states; ok tells that all groups are there.
func QueueStates(ctx context.Context, p redis.Pipeliner, memID string) Queued[States] {
	cmd := queueFields(ctx, p, BalanceKey(memID), stateFields)
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
	cmd := queueFields(ctx, p, SiteKey(site), siteFields)
	return func() (SiteState, bool, error) {
		f, err := fields(cmd)
		if err != nil {
			return SiteState{}, false, fmt.Errorf("read site: %w", err)
		}
		return SiteState{Inspect: f(0), Version: num(f(1))}, f(0) != "", nil
	}
}

// QueueOnline queues the heartbeats of members who are connected, and drops those that are long dead.
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
	Last   EntryID // of the newest entry; zero when there never was one
	Added  int64   // how many entries were ever appended, up to and including Last
	Length int64   // how many of them are still there
	Epoch  string  // changes when Redis lost its data; empty when nothing was ever published
}

// QueuePosition queues the read of a stream's end and epoch. A stream that is not there is no error of the read, but the pipeline
// reports it like one.
func QueuePosition(ctx context.Context, p redis.Pipeliner, stream string) Queued[Position] {
	info := p.XInfoStream(ctx, stream)
	epoch := p.Get(ctx, EpochKey(stream))
	return func() (Position, bool, error) {
		var pos Position
		end, err := info.Result()
		switch {
		case err == nil:
			pos.Last, _ = ParseEntryID(end.LastGeneratedID) // Redis wrote it
			pos.Added, pos.Length = end.EntriesAdded, end.Length
		case !isReply(err, "ERR no such key"):
			return pos, false, fmt.Errorf("read position: %w", err)
		}
		pos.Epoch, err = epoch.Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return pos, false, fmt.Errorf("read epoch: %w", err)
		}
		return pos, true, nil
	}
}

// isReply reports whether a server answered with an error that begins so.
func isReply(err error, text string) bool {
	var reply redis.Error
	return errors.As(err, &reply) && strings.HasPrefix(reply.Error(), text)
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
