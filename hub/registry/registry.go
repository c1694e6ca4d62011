// Package registry is the index from a key to the subscribers of its messages, and nothing else.
//
// It is cut into shards so that connects do not wait for each other. Its locks are held only to change or
// copy a list: a delivery copies first and writes afterwards.
package registry

import (
	"hash/maphash"
	"sync"
)

const shards = 64

// Entry is one place in the index. Its owner embeds it, so that adding allocates nothing and removing
// searches nothing: the entries of a key are a list of their own.
type Entry[T any] struct {
	Owner      T
	key        string
	next, prev *Entry[T] // prev of the first is the entry itself; nil: not in the index
}

// Key is where the entry stands, or stood last.
func (e *Entry[T]) Key() string { return e.key }

// Registry is the index. Make it with New.
type Registry[T any] struct {
	seed   maphash.Seed
	shards [shards]shard[T]
}

type shard[T any] struct {
	mu    sync.RWMutex
	lists map[string]*Entry[T] // the newest entry of each key
	_     [24]byte             // a cache line for each lock
}

// New returns an empty index.
func New[T any]() *Registry[T] {
	r := &Registry[T]{seed: maphash.MakeSeed()}
	for i := range r.shards {
		r.shards[i].lists = map[string]*Entry[T]{}
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
	if e.prev != nil {
		return
	}
	head := s.lists[key]
	if head != nil {
		head.prev = e
	}
	e.key, e.next, e.prev = key, head, e
	s.lists[key] = e
}

// Remove takes e out; it does nothing when e is not in.
func (r *Registry[T]) Remove(e *Entry[T]) {
	s := r.of(e.key)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch first := e.prev == e; {
	case e.prev == nil:
		return
	case first && e.next == nil:
		delete(s.lists, e.key)
	case first:
		s.lists[e.key] = e.next
		e.next.prev = e.next
	default:
		if e.prev.next = e.next; e.next != nil {
			e.next.prev = e.prev
		}
	}
	e.next, e.prev = nil, nil
}

// Append adds the owners under key to dst.
func (r *Registry[T]) Append(dst []T, key string) []T {
	s := r.of(key)
	s.mu.RLock()
	defer s.mu.RUnlock()
	for e := s.lists[key]; e != nil; e = e.next {
		dst = append(dst, e.Owner)
	}
	return dst
}

// Len counts the entries of all keys.
func (r *Registry[T]) Len() (n int) {
	for i := range r.shards {
		s := &r.shards[i]
		s.mu.RLock()
		for _, e := range s.lists {
			for ; e != nil; e = e.next {
				n++
			}
		}
		s.mu.RUnlock()
	}
	return n
}
