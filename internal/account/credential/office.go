package credential

import (
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"hubstake/internal/core/fault"
	"hubstake/internal/platform/peer"
)

// The rules of logins to the back office and to the partner area.
const (
	// OfficeTries is the number of wrong attempts after which an ID and address is held back (S-77).
	OfficeTries = 3
	// OfficeHold is how long it is. The account itself and other addresses are not concerned: a stranger who does not know the password must
	// not be able to lock a back office.
	OfficeHold = 15 * time.Minute
	// customerTries is OfficeTries of all /64s of an IPv6 /48 together: one customer may have 65,536 of them.
	customerTries = 4 * OfficeTries
	// officePatience is the number of attempts on an ID within half an hour, from all addresses together, that do not wait. Later ones wait up to
	// four seconds, the person's own as well: it is slower during an attack, and never locked.
	officePatience = 9
	// A password of an office, in code points.
	officePassMin, officePassMax = 12, 72
)

// OfficeNetworks returns the networks by which attempts from an address are counted, the narrowest first: the address, or the /64 and the
// /48 of an IPv6 one.
func OfficeNetworks(ip netip.Addr) []netip.Prefix {
	if !ip.IsValid() { // called by no request
		ip = netip.IPv4Unspecified()
	}
	networks := []netip.Prefix{peer.Network(ip)}
	if customer, ok := peer.Customer(ip); ok {
		networks = append(networks, customer)
	}
	return networks
}

// OfficeLimit is how many wrong attempts the nth of OfficeNetworks may have.
func OfficeLimit(n int) int32 {
	if n == 0 {
		return OfficeTries
	}
	return customerTries
}

// OfficeRecent brings the number of recent attempts on an ID from all addresses to the scale of HoldBack.
func OfficeRecent(attempts int32) int32 { return attempts - officePatience + Patience }

// CheckOfficePassword is the rule of passwords of staff and sub-staff: U102. c has the ID and the password before.
func CheckOfficePassword(password Secret, c Credentials) error {
	text := string(password)
	n := utf8.RuneCountInString(text)
	if n < officePassMin || n > officePassMax || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || password == c.Password ||
		Common(text) || strings.Contains(strings.ToLower(text), c.MemID) {
		return fault.BadPassword.With("min", strconv.Itoa(officePassMin)).With("max", strconv.Itoa(officePassMax))
	}
	return nil
}

// A node adds at most so many refused logins of an office to the audit in a minute: of one id, and of all ids together. More of
// them say nothing new, and the chain must not be something that a stranger can flood.
const (
	notesOfAnID  = 5
	notesOfAll   = 60
	noteInterval = time.Minute
)

// RefusalNotes counts the notes of the current minute. The zero value is ready.
type RefusalNotes struct {
	mu     sync.Mutex
	minute time.Time
	total  int
	of     map[string]int // by id; at most notesOfAll
}

// Due counts a refusal and reports whether it should be noted.
func (r *RefusalNotes) Due(id string, now time.Time) bool {
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
