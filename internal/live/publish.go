package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/event"
	"hubstake/internal/platform/redisx"
)

// orphanLife is how long the state of a session is kept that Redis does not hold otherwise: long enough that a refresh that read the
// session before the event cannot bring it back to life.
const orphanLife = time.Hour

// MaxLen caps each stream; older entries are trimmed, and clients that still needed them get RESYNC.
const MaxLen = 100_000

// Entry is an event with the id that its outbox row gives it: xid-id.
type Entry struct {
	ID string
	event.Event
}

var publishScript = redisx.Script(scripts, "publish")

// TruncatedError reports that a stream ends before an entry that it once had, as after a failover to a replica that had not
// received it. The entries after End, and the states that came with them, must be published again before anything new.
type TruncatedError struct {
	Stream string
	End    redisx.EntryID
}

func (b *TruncatedError) Error() string {
	return b.Stream + " has lost what followed " + b.End.String()
}

// OtherHistory reports that a stream was filled from another history of PostgreSQL than the writer's, or is being cleared for one.
type OtherHistory struct{ Stream, History string }

func (o *OtherHistory) Error() string {
	return o.Stream + " belongs to another history of PostgreSQL: " + o.History
}

// Publish appends entries, all of one stream and in order, and updates the projections that they change, at once.
// An entry that the stream already has is passed over, so a repeat after a crash is harmless. epoch is set if the
// stream has none; entries older than minID are trimmed when it is given. It returns how many were new.
func Publish(ctx context.Context, rdb redis.Scripter, stream, epoch, minID string, entries []Entry) (int, error) {
	return Batch{Stream: stream, Epoch: epoch, MinID: minID, Entries: entries}.Publish(ctx, rdb)
}

// Batch is what one stream is to get: entries, in order, and the settings of Publish.
type Batch struct {
	Stream, Epoch, MinID string
	// Last is the last entry that the stream got, if that is known. A stream that ends before it is left as it is: the error is a
	// *TruncatedError. When Redis lost the whole stream with its epoch, the stream begins again after Last: nothing from before is published
	// twice, and the new epoch tells every hub.
	Last redisx.EntryID
	// History is the history of PostgreSQL that the entries come from; empty: it is not checked. A stream that was filled from
	// another one is left as it is: the error is an *OtherHistory.
	History string
	Entries []Entry
}

// Result is what became of a Batch: how many entries were new, or why it was not published.
type Result struct {
	New int
	Err error
}

// PublishAll is Publish for many streams, in one round trip to each server.
func PublishAll(ctx context.Context, rdb redis.UniversalClient, batches []Batch) []Result {
	cmds := make([]*redis.Cmd, len(batches))
	_, _ = rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // each command tells its own error
		for i, b := range batches {
			keys, args := b.arguments()
			cmds[i] = publishScript.EvalSha(ctx, p, keys, args...)
		}
		return nil
	})
	results := make([]Result, len(batches))
	for i, b := range batches {
		if redis.HasErrorPrefix(cmds[i].Err(), "NOSCRIPT") { // a server that was started meanwhile
			results[i].New, results[i].Err = b.Publish(ctx, rdb)
			continue
		}
		results[i].New, results[i].Err = b.outcome(cmds[i])
	}
	return results
}

// Publish publishes the batch alone.
func (b Batch) Publish(ctx context.Context, rdb redis.Scripter) (int, error) {
	keys, args := b.arguments()
	return b.outcome(publishScript.Run(ctx, rdb, keys, args...))
}

// arguments are those of the script.
func (b Batch) arguments() (keys []string, args []any) {
	keys = []string{b.Stream, EpochKey(b.Stream), OriginKey(b.Stream)}
	index := map[string]int{}
	args = make([]any, 0, 6+25*len(b.Entries))
	after := ""
	if !b.Last.Zero() {
		after = b.Last.String()
	}
	args = append(args, b.Epoch, MaxLen, b.MinID, after, b.History, len(b.Entries))
	newest := b.newestStates()
	for i, e := range b.Entries {
		fields := e.fields()
		args = append(args, e.ID, len(fields))
		args = append(args, fields...)

		key, verField, state := e.projection()
		if key == "" || newest[stateID{key, verField}] != i {
			args = append(args, 0, "", 0, 0, 0)
			continue
		}
		if index[key] == 0 {
			keys = append(keys, key)
			index[key] = len(keys)
		}
		ttl := int64(0)
		if e.SID != "" {
			ttl = orphanLife.Milliseconds()
		}
		args = append(args, index[key], verField, e.Ver, ttl, len(state))
		args = append(args, state...)
	}
	return keys, args
}

// stateID names a state of a projection.
type stateID struct{ key, verField string }

// newestStates returns for each state that the entries change the index of the entry with its newest version: the others would be
// overwritten within the same script.
func (b Batch) newestStates() map[stateID]int {
	newest := make(map[stateID]int, len(b.Entries))
	for i, e := range b.Entries {
		key, verField, _ := e.projection()
		if key == "" {
			continue
		}
		state := stateID{key, verField}
		if was, ok := newest[state]; !ok || b.Entries[was].Ver <= e.Ver {
			newest[state] = i
		}
	}
	return newest
}

func (b Batch) outcome(cmd *redis.Cmd) (int, error) {
	n, err := cmd.Int()
	if redisx.IsReply(err, "BEHIND ") {
		end, _ := redisx.ParseEntryID(strings.TrimPrefix(err.Error(), "BEHIND ")) // Redis wrote it
		return 0, &TruncatedError{b.Stream, end}
	}
	if redisx.IsReply(err, redisx.HistoryReply) {
		return 0, &OtherHistory{b.Stream, strings.TrimPrefix(err.Error(), redisx.HistoryReply)}
	}
	if err != nil {
		return 0, fmt.Errorf("publish to %s: %w", b.Stream, err)
	}
	return n, nil
}

// Renew gives a stream another epoch: every hub tells the clients that follow a feed of it to read the API, and checks all
// its sessions. It is for entries that cannot be published again.
func Renew(ctx context.Context, rdb redis.Cmdable, stream, epoch string) error {
	if err := rdb.Set(ctx, EpochKey(stream), epoch, 0).Err(); err != nil {
		return fmt.Errorf("renew the epoch of %s: %w", stream, err)
	}
	return nil
}

// fields are the fields of the stream entry, as hub/README.md lists them.
func (e Entry) fields() []any {
	f := make([]any, 0, 20)
	if e.Member != "" {
		f = append(f, "member", e.Member)
	}
	f = append(f, "cmd", string(e.Cmd), "data1", e.Data1, "data2", e.Data2,
		"ver", strconv.FormatInt(e.Ver, 10), "at", millis(e.At))
	for _, o := range [...][2]string{{"sid", e.SID}, {"path", e.Upline}, {"topic", e.Topic}, {"trace", e.Trace}} {
		if o[1] != "" {
			f = append(f, o[0], o[1])
		}
	}
	return f
}

// projection names the state that the event changes: key, version field and fields.
func (e Entry) projection() (key, verField string, fields []any) {
	switch {
	case e.Cmd == event.Cash && e.Personal():
		return BalanceKey(e.Member), "ver", []any{"cash", e.Data1, "points", e.Data2}
	case e.Cmd == event.Msg && e.Personal():
		return BalanceKey(e.Member), "mver", []any{"unread", e.Data1}
	case e.Cmd == event.LockBet && e.Personal():
		return BalanceKey(e.Member), "lver", []any{"locked", e.Data1, "permitted", e.Data2}
	case e.Cmd == event.Logout && e.SID != "" && e.Personal():
		state := SessionEnded
		if e.Data1 == string(event.Replaced) {
			state = SessionReplaced
		}
		return SessionKey(e.Member, e.SID), "ver", []any{"state", state, "reason", e.Data1}
	case e.Cmd == event.Game && e.SID != "" && e.Personal():
		return SessionKey(e.Member, e.SID), "gver", []any{"game", e.Data1}
	case e.Cmd == event.Maintenance && e.Topic == "":
		return SiteKey(e.Site), "iver", []any{"inspect", e.Data1}
	}
	return "", "", nil
}
