package accounttest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
)

func TestALookNamesWhoseDataWhichFieldsAndWhy(t *testing.T) { // S-98
	t.Parallel()
	good := personal.Look{Subject: personal.OfMember, ID: "alice", Fields: []personal.Field{personal.FieldPhone}, Purpose: personal.ToContact}
	for name, change := range map[string]func(*personal.Look){
		"a usual reason": func(*personal.Look) {},
		"own words":      func(l *personal.Look) { l.Purpose, l.Words = "", " the bank called " },
		"all fields": func(l *personal.Look) {
			l.Fields = []personal.Field{personal.FieldName, personal.FieldPhone, personal.FieldAccount, personal.FieldHolder}
		},
		"200 letters": func(l *personal.Look) { l.Words = strings.Repeat("가", 200) },
	} {
		l := good
		change(&l)
		got, err := l.Check()
		require.NoError(t, err, name)
		require.Equal(t, strings.TrimSpace(l.Words), got.Words)
	}
	for name, change := range map[string]func(*personal.Look){
		"no subject":             func(l *personal.Look) { l.Subject = "" },
		"an unknown subject":     func(l *personal.Look) { l.Subject = "staff" },
		"no id":                  func(l *personal.Look) { l.ID = "" },
		"no field":               func(l *personal.Look) { l.Fields = nil },
		"a field twice":          func(l *personal.Look) { l.Fields = append(l.Fields, personal.FieldPhone) },
		"a field of another":     func(l *personal.Look) { l.Fields = []personal.Field{personal.FieldDepositor} },
		"no reason":              func(l *personal.Look) { l.Purpose, l.Words = "", " " },
		"an unknown reason":      func(l *personal.Look) { l.Purpose = "curious" },
		"a reason without end":   func(l *personal.Look) { l.Words = strings.Repeat("a", 201) },
		"a field without a name": func(l *personal.Look) { l.Fields = []personal.Field{""} },
	} {
		l := good
		change(&l)
		_, err := l.Check()
		require.ErrorIs(t, err, fault.Failed, name)
	}
	for _, id := range []string{"7a", "+7", "007", " 7", ""} {
		_, err := personal.Look{ID: id}.Number()
		require.ErrorIs(t, err, fault.Failed, id)
	}
}
