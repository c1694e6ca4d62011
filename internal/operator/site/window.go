package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site/sitedb"
)

const (
	maxWindowText = 300 // code points of a text to members
	maxWindowDays = 30
	maxWindow     = maxWindowDays * 24 * time.Hour
	maxAhead      = 366 * 24 * time.Hour // until it begins
	maxAnnounce   = int32(7 * 24 * 60)   // minutes before it begins
)

// WindowState is the state of a scheduled maintenance.
type WindowState string

// The states. The last three are final.
const (
	Planned   WindowState = "planned"
	Running   WindowState = "running"
	Ended     WindowState = "ended"
	Cancelled WindowState = "cancelled"
	Missed    WindowState = "missed" // its time passed while no worker ran: nothing was closed
)

// Window is a scheduled maintenance of the site, of a function or of a part of the offer: the time from Begins to before Ends.
type Window struct {
	ID              int64
	Name            string // of the switch: Whole, a Function, or the kind and the key of a part of the offer
	Label           Label
	State           WindowState
	Begins, Ends    time.Time
	AnnounceMinutes int32             // members see it so long before it begins
	Texts           map[string]string // to members, by language
	Reason          string            // for staff
	Version         int64
	By              string     // staff who saved it last
	Finished        *time.Time // when it came to a final state
}

// Label is what members call a part of the offer, in Korean and in English; of the site and its functions it is empty.
type Label struct{ KOR, ENG string }

// Announced is a scheduled maintenance as members see it: one that runs, or that they are told of beforehand.
type Announced struct {
	ID      int64             `json:"id"`
	Name    string            `json:"name"`
	NameKOR string            `json:"nameKor"`
	NameENG string            `json:"nameEng"`
	Running bool              `json:"running"`
	Begins  time.Time         `json:"begins"`
	Ends    time.Time         `json:"ends"`
	Texts   map[string]string `json:"texts"`
}

var (
	errWindowChanged = errors.New("site: the scheduled maintenance was changed since it was shown")
	errWindowOver    = errors.New("site: the scheduled maintenance is not in the state that this needs")
)

// Offer returns the part of the offer that a window is of; ok is false for the site and its functions.
func (w Window) Offer() (o Offer, ok bool) { return offerOf(w.Name) }

// check brings the texts to the form in which they are kept. E001: a name, a reason or a text that cannot be.
func (w *Window) check(o Options) error {
	offer, ofOffer := w.Offer()
	_, function := functions[Function(w.Name)]
	known := w.Name == Whole || function || ofOffer && slices.Contains([]OfferKind{OfferProvider, OfferProduct, OfferGame}, offer.Kind)
	w.Reason = strings.TrimSpace(w.Reason)
	if !known || w.Reason == "" || !printable(w.Reason, maxReason) || w.AnnounceMinutes < 0 || w.AnnounceMinutes > maxAnnounce {
		return fault.Failed
	}
	texts := map[string]string{}
	for lang, text := range w.Texts {
		text = strings.TrimSpace(text)
		if !slices.Contains(o.Languages, lang) || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxWindowText ||
			strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
			return fault.Failed
		}
		if text != "" {
			texts[lang] = text
		}
	}
	w.Texts = texts
	return nil
}

// times refuses times that cannot be kept from now on: U043. A window that runs has begun: only its end is still open.
func (w Window) times(now time.Time, runs bool) error {
	fits := w.Ends.After(w.Begins) && w.Ends.Sub(w.Begins) <= maxWindow && w.Ends.After(now)
	if fits && (runs || w.Begins.After(now) && w.Begins.Sub(now) <= maxAhead) {
		return nil
	}
	return fault.ScheduleInvalid.With("days", strconv.Itoa(maxWindowDays))
}

// announcedAt reports whether members are told of the window at a moment.
func (w Window) announcedAt(now time.Time) bool {
	return !now.Before(w.Begins.Add(-time.Duration(w.AnnounceMinutes) * time.Minute))
}

// SaveWindow schedules maintenance, or changes the window of the ID of w, and returns the ID. w.Version is that which staff saw. Of a window
// that runs only the end, the texts and the reason change. The caller has made sure that the catalogue has the part of the offer. E001: a name,
// a reason or a text that cannot be, or no such window. C019: it was changed since, or is over. U043: the times cannot be kept. U044: another
// window of the same switch has a moment in common with it.
func (s *Service) SaveWindow(ctx context.Context, by audit.Actor, siteID string, w Window) (id int64, err error) {
	now := s.clk.Now()
	w.Begins, w.Ends = w.Begins.UTC().Truncate(time.Microsecond), w.Ends.UTC().Truncate(time.Microsecond)
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		o, err := LockOptions(ctx, tx, siteID)
		if err != nil {
			return nil, err
		}
		if err := w.check(o); err != nil {
			return nil, err
		}
		var was Window
		var seen bool // members saw it before
		if w.ID != 0 {
			if was, seen, err = lockWindow(ctx, tx, siteID, w.ID, w.Version); err != nil {
				return nil, err
			}
			if w.Name != was.Name || was.State == Running && !w.Begins.Equal(was.Begins) {
				return nil, fault.Failed
			}
		}
		runs := was.State == Running
		if err := w.times(now, runs); err != nil {
			return nil, err
		}
		if err := free(ctx, tx, siteID, w); err != nil {
			return nil, err
		}
		shown := runs || w.announcedAt(now)
		if id, err = write(ctx, tx, siteID, by.ID, w, shown); err != nil {
			return nil, err
		}
		if err := tellWindow(ctx, tx, siteID, by.Trace, seen || shown); err != nil {
			return nil, err
		}
		action, detail := "maintenance.plan", map[string]any{"name": w.Name, "after": w.audited()}
		if w.ID != 0 {
			action, detail["before"] = "maintenance.change", was.audited()
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: action, Target: strconv.FormatInt(id, 10), Detail: detail}, nil
	})
	return id, err
}

func write(ctx context.Context, tx pgx.Tx, siteID, by string, w Window, announced bool) (int64, error) {
	texts, err := json.Marshal(w.Texts)
	if err != nil {
		return 0, fmt.Errorf("window: %w", err)
	}
	q := sitedb.New(tx)
	if w.ID != 0 {
		err := q.ChangeWindow(ctx, sitedb.ChangeWindowParams{
			ID: w.ID, BeginsAt: w.Begins, EndsAt: w.Ends, AnnounceMinutes: w.AnnounceMinutes, Announced: announced, Texts: texts, Reason: w.Reason, SetBy: by,
		})
		if err != nil {
			return 0, fmt.Errorf("window %d: %w", w.ID, err)
		}
		return w.ID, nil
	}
	id, err := q.AddWindow(ctx, sitedb.AddWindowParams{
		SiteID: siteID, Name: w.Name, NameKor: w.Label.KOR, NameEng: w.Label.ENG, BeginsAt: w.Begins, EndsAt: w.Ends, AnnounceMinutes: w.AnnounceMinutes,
		Announced: announced, Texts: texts, Reason: w.Reason, SetBy: by,
	})
	if err != nil {
		return 0, fmt.Errorf("window: %w", err)
	}
	return id, nil
}

// lockWindow returns a window that is not over, locked, and whether members see it. E001: there is none. C019: it has another version, or is over.
func lockWindow(ctx context.Context, tx pgx.Tx, siteID string, id, version int64) (w Window, announced bool, err error) {
	r, err := sitedb.New(tx).LockWindow(ctx, sitedb.LockWindowParams{ID: id, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return w, false, fault.Failed
	}
	if err != nil {
		return w, false, fmt.Errorf("window %d: %w", id, err)
	}
	if r.Version != version {
		return w, false, fault.PaymentProblem.Wrap(errWindowChanged)
	}
	if r.FinishedAt != nil {
		return w, false, fault.PaymentProblem.Wrap(errWindowOver)
	}
	w, err = windowOf(r)
	return w, r.Announced, err
}

// free refuses a window that has a moment in common with another one of its switch: U044.
func free(ctx context.Context, tx pgx.Tx, siteID string, w Window) error {
	taken, err := sitedb.New(tx).Overlaps(ctx, sitedb.OverlapsParams{SiteID: siteID, Name: w.Name, ID: w.ID, Since: w.Begins, Until: w.Ends})
	if err != nil {
		return fmt.Errorf("window: %w", err)
	}
	if taken {
		return fault.ScheduleOverlaps
	}
	return nil
}

// tellWindow tells staff that the list of windows changed, and the pages of members if it is one that they see.
func tellWindow(ctx context.Context, tx pgx.Tx, siteID, trace string, seen bool) error {
	if !seen {
		return tellStaff(ctx, tx, siteID, trace)
	}
	now, err := rise(ctx, tx, siteID, []byte("{}"))
	if err != nil {
		return fmt.Errorf("window: %w", err)
	}
	return tell(ctx, tx, siteID, trace, now)
}

// Windows returns a page of a site's scheduled maintenance, that which is not over first, and how many there are.
func (s *Service) Windows(ctx context.Context, siteID string, page paging.Slice) (list []Window, total int64, err error) {
	rows, err := sitedb.New(s.db).Windows(ctx, sitedb.WindowsParams{SiteID: siteID, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("windows: %w", err)
	}
	list = make([]Window, len(rows))
	for i, r := range rows {
		total = r.Total
		if list[i], err = windowOf(r.SiteWindow); err != nil {
			return nil, 0, err
		}
	}
	return list, total, nil
}

func windowOf(r sitedb.SiteWindow) (Window, error) {
	w := Window{
		ID: r.ID, Name: r.Name, Label: Label{r.NameKor, r.NameEng}, State: WindowState(r.State), Begins: r.BeginsAt, Ends: r.EndsAt,
		AnnounceMinutes: r.AnnounceMinutes, Reason: r.Reason, Version: r.Version, By: r.SetBy, Finished: r.FinishedAt,
	}
	if err := json.Unmarshal(r.Texts, &w.Texts); err != nil {
		return w, fmt.Errorf("window %d: texts: %w", r.ID, err)
	}
	return w, nil
}

func (w Window) audited() map[string]any {
	return map[string]any{"begins": w.Begins, "ends": w.Ends, "announceMinutes": w.AnnounceMinutes, "texts": w.Texts, "reason": w.Reason}
}
