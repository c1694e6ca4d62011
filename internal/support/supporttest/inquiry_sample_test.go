package supporttest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/factory"
)

func TestASiteHasSoManySampleAnswersAtMost(t *testing.T) {
	s, by := openInquiries(t), audit.Actor{ID: "staff1"}
	factory.Site(t, s.db, func(f *factory.S) { f.ID, f.Hosts = "other", []string{"other.test"} })
	save := func(site string, id int64, name string) (int64, error) {
		return s.svc.SaveSample(t.Context(), by, site, inquiry.Sample{ID: id, Version: 1, Name: name, Texts: map[string]string{"ko": "x"}})
	}
	foreign, err := save("other", 0, "a")
	require.NoError(t, err)
	_, err = save("demo", foreign, "a")
	require.ErrorIs(t, err, fault.Failed, "of another site")
	require.ErrorIs(t, s.svc.DeleteSample(t.Context(), by, "demo", foreign), fault.Failed)
	for i := range inquiry.MaxSamples - 2 {
		_, err := save("demo", 0, fmt.Sprint("sample ", i))
		require.NoError(t, err)
	}
	var g errgroup.Group
	results := make(chan error, 6)
	for i := range 6 {
		g.Go(func() error {
			_, err := save("demo", 0, fmt.Sprint("at once ", i/2)) // each name twice
			results <- err
			return nil
		})
	}
	require.NoError(t, g.Wait())
	kept := 0
	for range 6 {
		if err := <-results; err == nil {
			kept++
		} else {
			require.ErrorIs(t, err, fault.Failed)
		}
	}
	require.Equal(t, 2, kept)
	all, err := s.svc.Samples(t.Context(), "demo")
	require.NoError(t, err)
	require.Len(t, all, inquiry.MaxSamples)
	_, err = save("demo", all[0].ID, "renamed")
	require.NoError(t, err, "a change needs no room")
}

func TestOfManyWhoChangeASampleAnswerOneDoes(t *testing.T) {
	s, by := openInquiries(t), audit.Actor{ID: "staff1"}
	save := func(id int64, version int32, text string) (int64, error) {
		return s.svc.SaveSample(t.Context(), by, "demo", inquiry.Sample{ID: id, Version: version, Name: "a", Texts: map[string]string{"ko": text}})
	}
	id, err := save(0, 0, "x")
	require.NoError(t, err)
	var g errgroup.Group
	results := make(chan error, 6)
	for i := range 6 {
		g.Go(func() error {
			_, err := save(id, 1, fmt.Sprint(i))
			results <- err
			return nil
		})
	}
	require.NoError(t, g.Wait())
	done := 0
	for range 6 {
		if err := <-results; err == nil {
			done++
		} else {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	require.Equal(t, 1, done)
	all, err := s.svc.Samples(t.Context(), "demo")
	require.NoError(t, err)
	require.EqualValues(t, 2, all[0].Version)
	_, err = save(id, 2, "y")
	require.NoError(t, err)
}
