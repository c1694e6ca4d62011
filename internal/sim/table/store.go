package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.etcd.io/bbolt"

	"hubstake/internal/core/fairness"
)

// Buckets of the store.
var (
	bucketSeeds  = []byte("seeds")  // table 0 number → Seed
	bucketRounds = []byte("rounds") // table 0 number → Round
)

// How long seeds and rounds are kept. A bet keeps the result that it was settled by, so it needs neither.
const (
	seedsKept  = 120 * 24 * time.Hour
	roundsKept = 2 * 24 * time.Hour
	pruneEvery = time.Hour
)

// errNotFound says that the store has no such seed or round.
var errNotFound = errors.New("table: not found")

// Seed is a seed of a table. The seed itself is secret until RevealedAt.
type Seed struct {
	No         uint64        `json:"no"`
	Seed       fairness.Hash `json:"seed"`
	Commitment string        `json:"commitment"`
	MadeAt     time.Time     `json:"madeAt"`
	RevealedAt time.Time     `json:"revealedAt,omitzero"` // zero while a round of it may still come
}

// Round is a round of a table.
type Round struct {
	No      uint64    `json:"no"`
	SeedNo  uint64    `json:"seedNo"`
	Turn    int       `json:"turn"` // among the rounds of the seed, from 0
	OpenAt  time.Time `json:"openAt"`
	CloseAt time.Time `json:"closeAt"`
	DrawAt  time.Time `json:"drawAt"`

	// Known when it is drawn.
	Result   jsontext.Value `json:"result,omitzero"`
	ResultAt time.Time      `json:"resultAt,omitzero"`
	EndAt    time.Time      `json:"endAt,omitzero"`
}

// Store keeps seeds and rounds on disk. A write returns after it was synced.
type Store struct{ db *bbolt.DB }

// OpenStore opens or makes the store in dir. Only one program may have it open; another waits a second and fails.
func OpenStore(dir string) (*Store, error) {
	db, err := bbolt.Open(filepath.Join(dir, "tables.db"), 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, fmt.Errorf("table store: %w", err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketSeeds, bucketRounds} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("table store: %w", err), db.Close())
	}
	return &Store{db}, nil
}

// Close ends the store after the writes under way.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the store can be read.
func (s *Store) Ping() error { return s.db.View(func(*bbolt.Tx) error { return nil }) }

// put keeps a seed and a round of a table in one write; either may be nil.
func (s *Store) put(code string, seed *Seed, r *Round) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		if seed != nil {
			if err := put(tx, bucketSeeds, code, seed.No, seed); err != nil {
				return err
			}
		}
		if r == nil {
			return nil
		}
		return put(tx, bucketRounds, code, r.No, r)
	})
}

// Seed finds a seed of a table, or errNotFound.
func (s *Store) Seed(code string, no uint64) (seed Seed, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error { return read(tx.Bucket(bucketSeeds).Get(key(code, no)), &seed) })
	return seed, err
}

// round finds a round of a table, or errNotFound.
func (s *Store) round(code string, no uint64) (r Round, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error { return read(tx.Bucket(bucketRounds).Get(key(code, no)), &r) })
	return r, err
}

// rounds lists at most limit rounds of a table, newest first.
func (s *Store) rounds(code string, limit int) ([]Round, error) {
	return newest(s.db, bucketRounds, code, limit, func(r Round) bool { return r.No > 0 })
}

// revealed lists at most limit seeds of a table that are no secret any more, newest first.
func (s *Store) revealed(code string, limit int) ([]Seed, error) {
	return newest(s.db, bucketSeeds, code, limit, func(s Seed) bool { return !s.RevealedAt.IsZero() })
}

func newest[T any](db *bbolt.DB, bucket []byte, code string, limit int, wanted func(T) bool) ([]T, error) {
	list := []T{}
	err := db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucket).Cursor()
		prefix := []byte(code + "\x00")
		back := c.Prev
		if k, _ := c.Seek([]byte(code + "\x01")); k == nil {
			back = c.Last
		}
		k, raw := back()
		for ; len(list) < limit && bytes.HasPrefix(k, prefix); k, raw = c.Prev() {
			var one T
			if err := read(raw, &one); err != nil {
				return err
			}
			if wanted(one) {
				list = append(list, one)
			}
		}
		return nil
	})
	return list, err
}

// prune forgets rounds that began and seeds that were revealed before a moment, but for the newest of each table, from which it goes on.
func (s *Store) prune(roundsBefore, seedsBefore time.Time) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		return errors.Join(
			older(tx.Bucket(bucketRounds), func(r Round) bool { return r.OpenAt.Before(roundsBefore) }),
			older(tx.Bucket(bucketSeeds), func(s Seed) bool { return !s.RevealedAt.IsZero() && s.RevealedAt.Before(seedsBefore) }),
		)
	})
}

// older deletes what gone says. Keys of one table are in the order of their age, so the first one that stays ends the look at its table.
func older[T any](b *bbolt.Bucket, gone func(T) bool) error {
	var keys [][]byte
	c := b.Cursor()
	for k, raw := c.First(); k != nil; {
		var one T
		if err := read(raw, &one); err != nil {
			return err
		}
		code, _, _ := bytes.Cut(bytes.Clone(k), []byte{0})
		if gone(one) {
			old := bytes.Clone(k)
			k, raw = c.Next()
			if next, _, _ := bytes.Cut(k, []byte{0}); bytes.Equal(next, code) {
				keys = append(keys, old)
			}
			continue
		}
		k, raw = c.Seek(append(code, 1))
	}
	for _, k := range keys {
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

func key(code string, no uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte(code+"\x00"), no)
}

func put(tx *bbolt.Tx, bucket []byte, code string, no uint64, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("table store: %w", err)
	}
	return tx.Bucket(bucket).Put(key(code, no), raw)
}

func read(raw []byte, into any) error {
	if raw == nil {
		return errNotFound
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("table store: %w", err)
	}
	return nil
}
