package round

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"go.etcd.io/bbolt"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/id"
	"hubstake/internal/sim/game"
)

// Buckets of the store.
var (
	bucketPlays   = []byte("plays")   // play id → Play
	bucketRounds  = []byte("rounds")  // round id → Round
	bucketKeys    = []byte("keys")    // play id 0 page key → round id
	bucketMembers = []byte("members") // member 0 time round id → round id
	bucketOpen    = []byte("open")    // ids of rounds whose Status is Open

	// By age, for forgetting: time id → nothing.
	bucketPlayAges  = []byte("play-ages")
	bucketRoundAges = []byte("round-ages")
)

// newestSearched bounds the rounds that Newest reads, however many of them were refused.
const newestSearched = 500

// ErrNotFound says that the store has no such play or round.
var ErrNotFound = errors.New("round: not found")

// Store keeps plays and rounds on disk. A write returns after it was synced. Writers that come together share one sync.
type Store struct{ db *bbolt.DB }

// OpenStore opens or makes the store in dir. Only one program may have it open; another waits a second and fails.
func OpenStore(dir string) (*Store, error) {
	db, err := bbolt.Open(filepath.Join(dir, "rounds.db"), 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, fmt.Errorf("round store: %w", err)
	}
	db.MaxBatchDelay = time.Millisecond
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketPlays, bucketRounds, bucketKeys, bucketMembers, bucketOpen, bucketPlayAges, bucketRoundAges, bucketPools} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("round store: %w", err), db.Close())
	}
	return &Store{db}, nil
}

// Close ends the store after the writes under way.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the store can be read.
func (s *Store) Ping() error { return s.db.View(func(*bbolt.Tx) error { return nil }) }

// PutPlay keeps a play.
func (s *Store) PutPlay(p Play) error {
	return s.db.Batch(func(tx *bbolt.Tx) error {
		if err := tx.Bucket(bucketPlayAges).Put(ageKey(p.OpenedAt, p.ID), nil); err != nil {
			return err
		}
		return put(tx, bucketPlays, p.ID, p)
	})
}

// Play finds a play, or ErrNotFound.
func (s *Store) Play(id string) (p Play, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error { return get(tx, bucketPlays, id, &p) })
	return p, err
}

// newSeed draws a seed from the kernel's generator.
func newSeed() fairness.Hash { return fairness.Hash(id.Key()) }

// Begin keeps a new round with the seed that was promised to its play, and promises the play another one: both or neither, so that no seed
// is used twice. A play that was forgotten, or is older than the promises, has none to keep.
func (s *Store) Begin(r *Round) error {
	return s.db.Batch(func(tx *bbolt.Tx) error {
		r.Seed = newSeed()
		var p Play
		switch err := get(tx, bucketPlays, r.Play, &p); {
		case err == nil:
			if p.Next != (fairness.Hash{}) {
				r.Seed = p.Next
			}
			p.Next = newSeed()
			if err := put(tx, bucketPlays, p.ID, p); err != nil {
				return err
			}
		case !errors.Is(err, ErrNotFound):
			return err
		}
		return putRound(tx, r)
	})
}

// Put keeps a round in its present state, with everything by which it is found.
func (s *Store) Put(r *Round) error {
	return s.db.Batch(func(tx *bbolt.Tx) error { return putRound(tx, r) })
}

// Draw keeps a round that has its outcome, counts it in its play, and moves the jackpots that its game takes part in; j is nil when
// the round takes part in none.
func (s *Store) Draw(r *Round, j *game.Jackpot) error {
	return s.db.Batch(func(tx *bbolt.Tx) error {
		if err := takePart(tx, r, j); err != nil {
			return err
		}
		var p Play
		switch err := get(tx, bucketPlays, r.Play, &p); {
		case err == nil:
			p.Spins++
			p.Staked += r.Stake
			p.Won += r.Won()
			if err := put(tx, bucketPlays, p.ID, p); err != nil {
				return err
			}
		case !errors.Is(err, ErrNotFound): // a window that was forgotten while it played needs no count
			return err
		}
		return putRound(tx, r)
	})
}

func putRound(tx *bbolt.Tx, r *Round) error {
	if err := put(tx, bucketRounds, r.ID, r); err != nil {
		return err
	}
	id := []byte(r.ID)
	if err := tx.Bucket(bucketKeys).Put(keyOf(r.Play, r.Key), id); err != nil {
		return err
	}
	if err := tx.Bucket(bucketMembers).Put(memberKey(r), id); err != nil {
		return err
	}
	if err := tx.Bucket(bucketRoundAges).Put(ageKey(r.BegunAt, r.ID), nil); err != nil {
		return err
	}
	if r.Status.Open() {
		return tx.Bucket(bucketOpen).Put(id, nil)
	}
	return tx.Bucket(bucketOpen).Delete(id)
}

// ByKey finds the round that a page began with a key, or ErrNotFound.
func (s *Store) ByKey(play, key string) (*Round, error) {
	var r Round
	err := s.db.View(func(tx *bbolt.Tx) error {
		id := tx.Bucket(bucketKeys).Get(keyOf(play, key))
		if id == nil {
			return ErrNotFound
		}
		return get(tx, bucketRounds, string(id), &r)
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// Last lists at most limit rounds of a member, newest first; gameCode "" is every game.
func (s *Store) Last(member, gameCode string, limit int) ([]Round, error) {
	list := []Round{}
	err := s.db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketMembers).Cursor()
		prefix := []byte(member + "\x00")
		// The first key after all of this member's; the one before it is the member's newest.
		before := c.Prev
		if k, _ := c.Seek([]byte(member + "\x01")); k == nil {
			before = c.Last
		}
		k, id := before()
		for ; len(list) < limit && bytes.HasPrefix(k, prefix); k, id = c.Prev() {
			var r Round
			if err := get(tx, bucketRounds, string(id), &r); err != nil {
				return err
			}
			if gameCode == "" || r.Game == gameCode {
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}

// Newest lists at most limit rounds of games of reels of all members that began before a moment and were settled, newest first.
func (s *Store) Newest(before time.Time, limit int) ([]Round, error) {
	list := []Round{}
	err := s.db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketRoundAges).Cursor()
		// The first key at or after the moment; the one before it is the newest of those asked for.
		back := c.Prev
		if k, _ := c.Seek(ageKey(before, "")); k == nil {
			back = c.Last
		}
		k, _ := back()
		for seen := 0; k != nil && len(list) < limit && seen < newestSearched; k, _ = c.Prev() {
			seen++
			var r Round
			if err := get(tx, bucketRounds, string(k[8:]), &r); err != nil {
				return err
			}
			if r.Status == Settled && r.Outcome != nil && len(r.Outcome.Steps) > 0 {
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}

// Recover lists the open rounds. Those that were betting when the program ended become returning: it is unknown whether
// their stake was taken, and no outcome was drawn.
func (s *Store) Recover() ([]*Round, error) {
	var open []*Round
	err := s.db.Update(func(tx *bbolt.Tx) error {
		open = nil
		c := tx.Bucket(bucketOpen).Cursor()
		for id, _ := c.First(); id != nil; id, _ = c.Next() {
			r := new(Round)
			if err := get(tx, bucketRounds, string(id), r); err != nil {
				return err
			}
			open = append(open, r)
		}
		for _, r := range open {
			if r.Status == Betting {
				r.Status = Returning
				if err := putRound(tx, r); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return open, err
}

// Prune forgets plays opened before playsBefore and ended rounds begun before roundsBefore.
func (s *Store) Prune(playsBefore, roundsBefore time.Time) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		err := older(tx, bucketPlayAges, playsBefore, func(id string) (bool, error) {
			return true, tx.Bucket(bucketPlays).Delete([]byte(id))
		})
		if err != nil {
			return err
		}
		return older(tx, bucketRoundAges, roundsBefore, func(id string) (bool, error) {
			var r Round
			if err := get(tx, bucketRounds, id, &r); err != nil || r.Status.Open() {
				return false, err
			}
			return true, errors.Join(tx.Bucket(bucketRounds).Delete([]byte(id)),
				tx.Bucket(bucketKeys).Delete(keyOf(r.Play, r.Key)), tx.Bucket(bucketMembers).Delete(memberKey(&r)))
		})
	})
}

// older visits what an age bucket holds from before a moment and takes it out when visit says so.
func older(tx *bbolt.Tx, bucket []byte, before time.Time, visit func(id string) (gone bool, err error)) error {
	end := ageKey(before, "")
	var gone [][]byte
	c := tx.Bucket(bucket).Cursor()
	for k, _ := c.First(); k != nil && bytes.Compare(k, end) < 0; k, _ = c.Next() {
		out, err := visit(string(k[8:]))
		if err != nil {
			return err
		}
		if out {
			gone = append(gone, bytes.Clone(k))
		}
	}
	for _, k := range gone {
		if err := tx.Bucket(bucket).Delete(k); err != nil {
			return err
		}
	}
	return nil
}

func ageKey(at time.Time, id string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(at.UnixNano())), id...)
}

func keyOf(play, key string) []byte { return []byte(play + "\x00" + key) }

func memberKey(r *Round) []byte {
	return append(append([]byte(r.Member), 0), ageKey(r.BegunAt, r.ID)...)
}

func put(tx *bbolt.Tx, bucket []byte, id string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("round store: %w", err)
	}
	return tx.Bucket(bucket).Put([]byte(id), raw)
}

func get(tx *bbolt.Tx, bucket []byte, id string, into any) error {
	raw := tx.Bucket(bucket).Get([]byte(id))
	if raw == nil {
		return ErrNotFound
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("round store: %s: %w", bucket, err)
	}
	return nil
}
