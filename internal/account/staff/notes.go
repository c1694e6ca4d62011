package staff

import (
	"sync"
	"time"
)

// A node adds at most so many refused logins of the back office to the audit in a minute: of one id, and of all ids together. More of
// them say nothing new, and the chain must not be something that a stranger can flood.
const (
	notesOfAnID  = 5
	notesOfAll   = 60
	noteInterval = time.Minute
)

// refusalNotes counts the notes of the current minute. The zero value is ready.
type refusalNotes struct {
	mu     sync.Mutex
	minute time.Time
	total  int
	of     map[string]int // by id; at most notesOfAll
}

// due counts a refusal and reports whether it should be noted.
func (r *refusalNotes) due(id string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if minute := now.Truncate(noteInterval); !minute.Equal(r.minute) {
		r.minute, r.total, r.of = minute, 0, map[string]int{}
	}
	if r.total >= notesOfAll || r.of[id] >= notesOfAnID {
		return false
	}
	r.total++
	r.of[id]++
	return true
}
