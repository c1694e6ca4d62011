package site_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/operator/site"
)

func TestOptionsLieOverTheDefaults(t *testing.T) {
	t.Parallel()
	for _, nothing := range []string{``, `{}`} {
		o, err := site.Parse([]byte(nothing))
		require.NoError(t, err)
		require.Equal(t, site.Defaults(), o)
	}
	o, err := site.Parse([]byte(`{"withdrawMin":20000,"multiLogin":"deny"}`))
	require.NoError(t, err)
	want := site.Defaults()
	want.WithdrawMin, want.MultiLogin = 20_000, "deny"
	require.Equal(t, want, o)
}

// encoding/json leaves out what two embedded groups call by one name.
func TestTheGroupsOfOptionsAreStoredAsOneFlatObject(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(site.Defaults())
	require.NoError(t, err)
	var stored map[string]any
	require.NoError(t, json.Unmarshal(text, &stored))
	options := reflect.VisibleFields(reflect.TypeFor[site.Options]())
	count := 0
	for _, f := range options {
		if !f.Anonymous {
			count++
			require.Contains(t, stored, f.Tag.Get("json"), f.Name)
		}
	}
	require.Len(t, stored, count)
}

func TestOptionsThatCannotBeMeantAreRefused(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		`{"withdrawMinimum":1}`, `{"currency":"XXX"}`, `{"currency":"USD"}`, `{"timeZone":"Nowhere/Town"}`, `{"exchangeClosedFrom":"24:00"}`,
		`{"multiLogin":"perhaps"}`, `{"languages":[]}`, `{"depositUnit":0}`, `{"boardRounding":0}`, `{"depositMin":6000000}`,
		`{"withdrawMin":-1}`, `{"idMin":14}`, `{"pinLength":3}`, `{"pinLength":9}`, `{"pinTries":0}`, `{"passTries":0}`,
		`{"autoLogoutMinutes":0}`, `{"rollingBasisPoints":-1}`, `{"depositMin":1.5}`, `[]`, `{`,
		// A wallet below the smallest bet is empty and owes nothing: it must not be one that may be withdrawn (D-20).
		`{"smallestBet":10001}`, `{"withdrawMin":4999}`, `{"levels":{"2":{"withdrawMin":4999}}}`,
	} {
		_, err := site.Parse([]byte(bad))
		require.Error(t, err, bad)
	}
}

func TestTheWindowOfD17OnTheSitesClock(t *testing.T) {
	t.Parallel()
	at := func(hour, minute, second int) time.Time { // of Seoul, nine hours ahead
		return time.Date(2026, 9, 10, hour, minute, second, 0, time.FixedZone("", 9*60*60)).UTC()
	}
	o := site.Defaults()
	for moment, closed := range map[time.Time]bool{
		at(23, 29, 59): false, at(23, 30, 0): true, at(0, 0, 0): true, at(0, 29, 59): true, at(0, 30, 0): false, at(12, 0, 0): false,
	} {
		require.Equal(t, closed, o.ExchangeClosed(moment), moment)
	}
	o.ExchangeClosedFrom, o.ExchangeClosedTo = "09:00", "10:00"
	for moment, closed := range map[time.Time]bool{at(8, 59, 59): false, at(9, 0, 0): true, at(9, 59, 59): true, at(10, 0, 0): false} {
		require.Equal(t, closed, o.ExchangeClosed(moment), moment)
	}
	o.ExchangeClosedTo = "09:00"
	require.False(t, o.ExchangeClosed(at(9, 0, 0)), "from and to the same: never closed")
}

func TestTheLanguageOfAReader(t *testing.T) {
	t.Parallel()
	o := site.Defaults()
	require.Equal(t, "ko", o.Language("ko"))
	require.Equal(t, "vn", o.Language("fr"))
	require.Equal(t, "vn", o.Language(""))
}
