// Package registry is the index from a key to who wants what is sent to it, and nothing else.
//
// It is cut into shards so that connects do not wait for each other. Its locks are held only to change or
// copy a list: whoever delivers copies first and writes afterwards.
package registry

import (
	"hash/maphash"
	"sync"
)

const shards = 64

// Entry is one place in the index. Its owner embeds it, so that adding allocates nothing and removing
// searches nothing.
type Entry[T any] struct {
	Owner T
	key   string
	slot  int // position in the list of key plus one; 0: not in the index
}

// Registry is the index. Make it with New.
type Registry[T any] struct {
	seed   maphash.Seed
	shards [shards]shard[T]
}

type shard[T any] struct {
	mu    sync.RWMutex
	lists map[string][]*Entry[T]
	_     [24]byte // a cache line for each lock
}

// New returns an empty index.
func New[T any]() *Registry[T] {
	r := &Registry[T]{seed: maphash.MakeSeed()}
	for i := range r.shards {
		r.shards[i].lists = map[string][]*Entry[T]{}
	}
	return r
}

func (r *Registry[T]) of(key string) *shard[T] {
	return &r.shards[maphash.String(r.seed, key)%shards]
}

// Add puts e under key. An entry that is in the index already stays where it is.
func (r *Registry[T]) Add(key string, e *Entry[T]) {
	s := r.of(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.slot != 0 {
		return
	}
	list := append(s.lists[key], e)
	s.lists[key] = list
	e.key, e.slot = key, len(list)
}

// Remove takes e out; it does nothing when e is not in.
func (r *Registry[T]) Remove(e *Entry[T]) {
	s := r.of(e.key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.slot == 0 {
		return
	}
	list := s.lists[e.key]
	last := len(list) - 1
	list[e.slot-1] = list[last]
	list[e.slot-1].slot = e.slot
	list[last] = nil
	e.slot = 0
	switch {
	case last == 0:
		delete(s.lists, e.key)
	case cap(list) > 64 && last < cap(list)/4: // after a storm has passed
		s.lists[e.key] = append(make([]*Entry[T], 0, last*2), list[:last]...)
	default:
		s.lists[e.key] = list[:last]
	}
}

// Append adds the owners under key to dst.
func (r *Registry[T]) Append(dst []T, key string) []T {
	s := r.of(key)
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, e := range s.lists[key] {
		dst = append(dst, e.Owner)
	}
	return dst
}

// Len counts the entries of all keys.
func (r *Registry[T]) Len() (n int) {
	for i := range r.shards {
		s := &r.shards[i]
		s.mu.RLock()
		for _, l := range s.lists {
			n += len(l)
		}
		s.mu.RUnlock()
	}
	return n
}
