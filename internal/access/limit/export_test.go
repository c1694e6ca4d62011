package limit

// Kept is the number of buckets in the node's memory.
func (l *Limiter) Kept() int {
	l.local.mu.Lock()
	defer l.local.mu.Unlock()
	return len(l.local.full)
}
