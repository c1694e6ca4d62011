package inquiry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/support/inquiry/inquirydb"
)

// MaxSamples is how many sample answers a site has.
const MaxSamples = 100

// Sample is an answer that staff prepared. It is put into the form, where staff may change it before it is sent.
type Sample struct {
	ID      int64
	Version int32 // of what staff saved, from 1; a save names the one that it changes
	Name    string
	Texts   map[string]string // plain text by language, at least one
}

// Samples returns the sample answers of a site by their names.
func (s *Service) Samples(ctx context.Context, site string) ([]Sample, error) {
	rows, err := inquirydb.New(s.db).Samples(ctx, site)
	if err != nil {
		return nil, fmt.Errorf("inquiry samples: %w", err)
	}
	out := make([]Sample, len(rows))
	for i, r := range rows {
		out[i] = Sample{ID: r.ID, Version: r.Version, Name: r.Name}
		if err := json.Unmarshal(r.Texts, &out[i].Texts); err != nil {
			return nil, fmt.Errorf("inquiry sample %d: %w", r.ID, err)
		}
	}
	return out, nil
}

// SaveSample adds a sample answer, or rewrites the one of its ID, and returns the ID. E001: it has no name or no text, another one has the name, the site
// has MaxSamples already, or none with this ID. C019: it was saved since one.Version.
func (s *Service) SaveSample(ctx context.Context, by audit.Actor, site string, one Sample) (id int64, err error) {
	if one.Name == "" || len(one.Texts) == 0 {
		return 0, fault.Failed
	}
	texts, err := json.Marshal(one.Texts)
	if err != nil {
		return 0, fmt.Errorf("inquiry sample: %w", err)
	}
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		id = one.ID
		q := inquirydb.New(tx)
		if err := q.LockSamples(ctx, site); err != nil {
			return nil, fmt.Errorf("inquiry sample: %w", err)
		}
		if id != 0 {
			if err := unchanged(ctx, q, site, one); err != nil {
				return nil, err
			}
		}
		taken, err := q.SampleNamed(ctx, inquirydb.SampleNamedParams{SiteID: site, Name: one.Name, ID: id})
		if err != nil {
			return nil, fmt.Errorf("inquiry sample: %w", err)
		}
		if taken {
			return nil, fault.Failed
		}
		if id == 0 {
			id, err = s.addSample(ctx, q, site, one.Name, texts)
		} else {
			err = s.changeSample(ctx, q, site, one, texts)
		}
		if err != nil {
			return nil, err
		}
		return sampleNote(by, site, "inquiry.sample", id, one.Name), nil
	})
	return id, err
}

func (s *Service) addSample(ctx context.Context, q *inquirydb.Queries, site, name string, texts []byte) (int64, error) {
	n, err := q.SampleCount(ctx, site)
	if err != nil {
		return 0, fmt.Errorf("inquiry sample: %w", err)
	}
	if n >= MaxSamples {
		return 0, fault.Failed
	}
	id, err := q.AddSample(ctx, inquirydb.AddSampleParams{SiteID: site, Name: name, Texts: texts, ChangedAt: s.clk.Now()})
	if err != nil {
		return 0, fmt.Errorf("inquiry sample: %w", err)
	}
	return id, nil
}

func (s *Service) changeSample(ctx context.Context, q *inquirydb.Queries, site string, one Sample, texts []byte) error {
	err := q.ChangeSample(ctx, inquirydb.ChangeSampleParams{SiteID: site, ID: one.ID, Name: one.Name, Texts: texts, ChangedAt: s.clk.Now()})
	if err != nil {
		return fmt.Errorf("inquiry sample: %w", err)
	}
	return nil
}

// unchanged locks a sample answer. E001: the site has none with this ID. C019: it was saved since one.Version.
func unchanged(ctx context.Context, q *inquirydb.Queries, site string, one Sample) error {
	version, err := q.SampleVersion(ctx, inquirydb.SampleVersionParams{SiteID: site, ID: one.ID})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("inquiry sample: %w", err)
	}
	if version != one.Version {
		return fault.PaymentProblem
	}
	return nil
}

// DeleteSample deletes a sample answer; answers that were made of it stay. E001: the site has none with this ID.
func (s *Service) DeleteSample(ctx context.Context, by audit.Actor, site string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		name, err := inquirydb.New(tx).DeleteSample(ctx, inquirydb.DeleteSampleParams{SiteID: site, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("inquiry sample: %w", err)
		}
		return sampleNote(by, site, "inquiry.sampleDelete", id, name), nil
	})
}

func sampleNote(by audit.Actor, site, action string, id int64, name string) *audit.Entry {
	return &audit.Entry{Actor: by, Site: site, Action: action, Target: strconv.FormatInt(id, 10), Detail: map[string]string{"name": name}}
}
