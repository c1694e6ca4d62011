package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hubstake/internal/account/personal"
	"hubstake/internal/accounting/report/reportdb"
)

// sealedRequest is the personal data of a request and the name of its member as their rows hold them, each in one of both forms.
type sealedRequest struct {
	name, depositor, number, holder                         string
	nameSealed, depositorSealed, numberSealed, holderSealed string
}

func sealedOf(r reportdb.CashQueueRow) sealedRequest {
	return sealedRequest{
		name: r.Name, depositor: r.Depositor, number: r.AccountNo, holder: r.AccountHolder,
		nameSealed: r.NameSealed, depositorSealed: r.DepositorSealed, numberSealed: r.AccountSealed, holderSealed: r.HolderSealed,
	}
}

// openedRequest is the same in the clear.
type openedRequest struct{ name, depositor, number, holder string }

// differs reports whether the money of a request comes from or goes to another name than the member's, as banks compare names.
func (o openedRequest) differs(kind string) bool {
	other := o.holder
	if kind == "in" {
		other = o.depositor
	}
	return personal.FoldName(other) != personal.FoldName(o.name)
}

// is reports whether a typed text is one of the names or the account number as a whole, or the last four digits of the number.
func (o openedRequest) is(typed string) bool {
	if name := personal.FoldName(typed); name != "" && slices.ContainsFunc([]string{o.name, o.depositor, o.holder}, func(n string) bool { return personal.FoldName(n) == name }) {
		return true
	}
	digits := strings.NewReplacer(" ", "", "-", "").Replace(typed)
	return digits != "" && (digits == o.number || digits == personal.Tail(o.number))
}

func (s *Service) open(id int64, member string, k sealedRequest) (o openedRequest, err error) {
	row := strconv.FormatInt(id, 10)
	for _, f := range []struct {
		to            *string
		column        personal.Column
		row           string
		plain, sealed string
	}{
		{&o.name, personal.MemberName, member, k.name, k.nameSealed},
		{&o.depositor, personal.RequestDepositor, row, k.depositor, k.depositorSealed},
		{&o.number, personal.RequestAccount, row, k.number, k.numberSealed},
		{&o.holder, personal.RequestHolder, row, k.holder, k.holderSealed},
	} {
		if *f.to, err = s.personal.Open(f.column, f.row, f.plain, f.sealed); err != nil {
			return o, fmt.Errorf("report: request %d: %w", id, err)
		}
	}
	return o, nil
}
