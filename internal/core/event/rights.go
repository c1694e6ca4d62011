package event

import (
	"slices"
	"strings"

	"hubstake/internal/core/right"
)

// Rights is a set of the rights of staff: one bit for each, because the hub keeps the set of every staff member and asks it for every
// event of the site's queues.
type Rights uint32

// rightsOf returns the set of some rights; unknown ones are passed over.
func rightsOf(rights ...right.Right) (r Rights) {
	for _, one := range rights {
		if i := slices.Index(right.All(), one); i >= 0 {
			r |= 1 << i
		}
	}
	return r
}

// queueRights are the rights of which a QUEUE event needs one, by its data1. All staff see that the site is under maintenance,
// and that a request for approval came or was decided.
var queueRights = map[string]Rights{
	"signup": rightsOf(right.Member), "reset": rightsOf(right.Reset), "details": rightsOf(right.Reset),
	"in": rightsOf(right.Cash), "out": rightsOf(right.Cash), "account": rightsOf(right.Account), "alarm": rightsOf(right.Cash),
	"inquiry": rightsOf(right.Inquiry), "notice": rightsOf(right.Staff), "inspect": rightsOf(right.All()...),
	"approval": rightsOf(right.All()...), // those who may approve, and the one who asked; data2 is an id only
}

// siteRight is for events of a queue that is not listed.
var siteRight = rightsOf(right.Settings)

// ParseRights reads names that are separated by commas; unknown ones are passed over.
func ParseRights(list string) (r Rights) {
	for name := range strings.SplitSeq(list, ",") {
		r |= rightsOf(right.Right(name))
	}
	return r
}

// See reports whether staff with these rights may see an event of the site's queues. A kind of queue that is not listed is for those who run
// the site.
func (r Rights) See(cmd Cmd, data1 string) bool {
	need, listed := queueRights[data1]
	if !listed {
		need = siteRight
	}
	return cmd != Queue || r&need != 0
}
