package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/access/token"
	"hubstake/internal/platform/redisx"
)

// States is a member's projection, group by group as far as Redis holds it. Groups are written on their
// own: one may be there and another not.
type States struct {
	Balance
	HasWallet, HasMessages, HasLocks bool
}

// Complete reports whether every group is there.
func (s States) Complete() bool { return s.HasWallet && s.HasMessages && s.HasLocks }

// SiteState is the projection of a site.
type SiteState struct {
	Maintenance string // Y or N (D-35)
	Version     int64
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
func QueueSession(ctx context.Context, p redis.Pipeliner, memID, sid string) redisx.Queued[Session] {
	cmd := queueFields(ctx, p, SessionKey(memID, sid), sessionFields)
	return func() (Session, bool, error) {
		s, ok, err := sessionOf(cmd)
		return s, ok && (s.Audience != string(token.Admin) || s.Rights != "" || s.State != SessionLive), err
	}
}

// GetSession reads a session; ok is false when Redis does not hold it.
func GetSession(ctx context.Context, rdb redis.Cmdable, memID, sid string) (s Session, ok bool, err error) {
	p := rdb.Pipeline()
	cmd := queueFields(ctx, p, SessionKey(memID, sid), sessionFields)
	_, _ = p.Exec(ctx) // the command tells its own error
	return sessionOf(cmd)
}

// sessionOf reads the answer to sessionFields; ok is false when the record is missing or half written.
func sessionOf(cmd *redis.SliceCmd) (s Session, ok bool, err error) {
	f, err := fields(cmd)
	if err != nil {
		return s, false, fmt.Errorf("read session: %w", err)
	}
	return Session{
		Member: f(0), Site: f(1), Audience: f(2), Topic: f(3), Key: f(4), State: f(5), Reason: f(6), Gen: int(num(f(7))),
		Game: num(f(8)), Expires: time.UnixMilli(num(f(9))).UTC(), Version: num(f(10)), Rights: f(11),
	}, f(0) != "" && f(5) != "", nil
}

// QueueStates queues the read of a member's states; ok reports whether all groups are there.
func QueueStates(ctx context.Context, p redis.Pipeliner, memID string) redisx.Queued[States] {
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
func QueueSite(ctx context.Context, p redis.Pipeliner, site string) redisx.Queued[SiteState] {
	cmd := queueFields(ctx, p, SiteKey(site), siteFields)
	return func() (SiteState, bool, error) {
		f, err := fields(cmd)
		if err != nil {
			return SiteState{}, false, fmt.Errorf("read site: %w", err)
		}
		return SiteState{Maintenance: f(0), Version: num(f(1))}, f(0) != "", nil
	}
}
