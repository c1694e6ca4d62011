package report

import (
	"fmt"
	"strconv"

	"hubstake/internal/account/personal"
)

// sealedRequest is the personal data of a request and the name of its member as their rows hold them, each in one of both forms.
type sealedRequest struct {
	name, depositor, number, holder                         string
	nameSealed, depositorSealed, numberSealed, holderSealed string
}

// openedRequest is the same in the clear.
type openedRequest struct{ name, depositor, number, holder string }

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
