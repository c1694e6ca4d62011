package live

import (
	"context"
	"fmt"
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

// Versions are those of the groups of a member's states; -1: Redis does not hold the group.
type Versions struct{ Wallet, Messages, Locks int64 }

// Complete reports whether every group is there.
func (v Versions) Complete() bool { return v.Wallet >= 0 && v.Messages >= 0 && v.Locks >= 0 }

// The fields that are read, each with the parser below. The reads that the hub repeats for every connection ask for no more than they need.
var (
	sessionFields  = []string{"member", "site", "aud", "topic", "key", "state", "reason", "gen", "game", "exp", "ver", "rights"}
	admittedFields = redisx.NewFields("member", "site", "aud", "topic", "key", "state", "gen", "rights")
	statusFields   = redisx.NewFields("state", "reason", "ver", "game", "exp")
	rightsFields   = redisx.NewFields("state", "reason", "ver", "game", "exp", "rights")
	stateFields    = redisx.NewFields("cash", "points", "ver", "unread", "mver", "locked", "permitted", "lver")
	versionFields  = redisx.NewFields("ver", "mver", "lver")
	siteFields     = redisx.NewFields("inspect", "iver")
)

// GetSession reads a whole session; ok is false when Redis does not hold it.
func GetSession(ctx context.Context, rdb redis.Cmdable, memID, sid string) (s Session, ok bool, err error) {
	values, err := rdb.HMGet(ctx, SessionKey(memID, sid), sessionFields...).Result()
	if err != nil {
		return s, false, fmt.Errorf("read session: %w", err)
	}
	f := func(i int) string {
		text, _ := values[i].(string)
		return text
	}
	return Session{
		Member: f(0), Site: f(1), Audience: f(2), Topic: f(3), Key: f(4), State: f(5), Reason: f(6), Gen: int(num(f(7))),
		Game: num(f(8)), Expires: time.UnixMilli(num(f(9))).UTC(), Version: num(f(10)), Rights: f(11),
	}, f(0) != "" && f(5) != "", nil
}

// admittedRead reads what decides whether a session may connect.
func admittedRead(memID, sid string) redisx.HashRead {
	return redisx.HashRead{Key: SessionKey(memID, sid), Fields: admittedFields}
}

// HasRights reports whether the sessions of an area have rights, which may change while they are connected: those of staff and of the partner area.
func HasRights(area token.Audience) bool { return area == token.Admin || area == token.Partner }

// admitted parses admittedRead; ok is false when the record is missing or half written. That of a session with rights is whole only with them.
func admitted(v [][]byte) (s Session, ok bool) {
	s = Session{
		Member: string(v[0]), Site: string(v[1]), Audience: string(v[2]), Topic: string(v[3]), Key: string(v[4]), State: state(v[5]),
		Gen: int(num(string(v[6]))), Rights: string(v[7]),
	}
	return s, s.Member != "" && whole(s, HasRights(token.Audience(s.Audience)))
}

// StatusRead reads what may end or change a session that is connected; rights: it has some (HasRights).
func StatusRead(memID, sid string, rights bool) redisx.HashRead {
	r := redisx.HashRead{Key: SessionKey(memID, sid), Fields: statusFields}
	if rights {
		r.Fields = rightsFields
	}
	return r
}

// ParseStatus parses StatusRead: State, Reason, Version, Game, Expires and, where they were read, Rights. ok is as for a connecting session.
func ParseStatus(v [][]byte) (s Session, ok bool) {
	s = Session{State: state(v[0]), Reason: string(v[1]), Version: num(string(v[2])), Game: num(string(v[3])), Expires: time.UnixMilli(num(string(v[4]))).UTC()}
	rights := len(v) == 6
	if rights {
		s.Rights = string(v[5])
	}
	return s, whole(s, rights)
}

func whole(s Session, rights bool) bool {
	return s.State != "" && (!rights || s.Rights != "" || s.State != SessionLive)
}

// state returns the constant where there is one: nearly every session is live.
func state(b []byte) string {
	if string(b) == SessionLive {
		return SessionLive
	}
	return string(b)
}

func statesRead(memID string) redisx.HashRead {
	return redisx.HashRead{Key: BalanceKey(memID), Fields: stateFields}
}

func parseStates(v [][]byte) States {
	f := func(i int) string { return string(v[i]) }
	return States{
		Balance: Balance{
			Cash: f(0), Points: f(1), Version: num(f(2)), Unread: f(3), MsgVersion: num(f(4)),
			Locked: f(5), Permitted: f(6), LockVersion: num(f(7)),
		},
		HasWallet: len(v[2]) > 0, HasMessages: len(v[4]) > 0, HasLocks: len(v[7]) > 0,
	}
}

// VersionsRead reads the versions of a member's states.
func VersionsRead(memID string) redisx.HashRead {
	return redisx.HashRead{Key: BalanceKey(memID), Fields: versionFields}
}

// ParseVersions parses VersionsRead.
func ParseVersions(v [][]byte) Versions {
	version := func(b []byte) int64 {
		if len(b) == 0 {
			return -1
		}
		return num(string(b))
	}
	return Versions{version(v[0]), version(v[1]), version(v[2])}
}

// SiteRead reads the state of a site.
func SiteRead(site string) redisx.HashRead {
	return redisx.HashRead{Key: SiteKey(site), Fields: siteFields}
}

// ParseSite parses SiteRead; ok is false when Redis does not hold it.
func ParseSite(v [][]byte) (s SiteState, ok bool) {
	return SiteState{Maintenance: string(v[0]), Version: num(string(v[1]))}, len(v[0]) > 0
}
