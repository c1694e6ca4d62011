// Package paging is the vocabulary of the product's lists: which page is asked for, of which days, and what a list says
// about itself (product.txt, section 7).
package paging

import (
	"time"

	"hubstake/internal/core/fault"
)

// The size of a page when nothing is said, and the largest (product.txt, section 9).
const (
	DefaultCount = 10
	MaxCount     = 100
	maxPage      = 100_000 // far past every real list; keeps an offset within 32 bits
)

// Request is the part of a list request that says which page. Requests embed it.
type Request struct {
	Page         int `json:"page,omitzero"`           // 1 is the first
	CountPerList int `json:"count_per_list,omitzero"` // 10 when absent, 100 at most
}

// Slice is a page as SQL wants it.
type Slice struct {
	Count, Skip int32
}

// Slice returns the rows to read. Values out of range are clamped.
func (r Request) Slice() Slice {
	page, count := r.normal()
	return Slice{Count: int32(count), Skip: int32((page - 1) * count)}
}

// At returns the request for the page with the row that has before rows in front of it.
func (r Request) At(before int64) Request {
	_, count := r.normal()
	r.Page = int(min(before/int64(count)+1, maxPage))
	return r
}

func (r Request) normal() (page, count int) {
	page, count = min(max(r.Page, 1), maxPage), r.CountPerList
	if count < 1 {
		count = DefaultCount
	}
	return page, min(count, MaxCount)
}

// Info is what a list says about itself.
type Info struct {
	Page         int   `json:"page"`
	CountPerList int   `json:"countPerList"`
	Total        int64 `json:"total"`
	Pages        int64 `json:"pages"` // 0 when the list is empty
}

// Info describes the page that was asked for within a list of total rows.
func (r Request) Info(total int64) Info {
	page, count := r.normal()
	return Info{Page: page, CountPerList: count, Total: total, Pages: (total + int64(count) - 1) / int64(count)}
}

// Days is the part of a list request that says from which day to which. Requests embed it. Both days count; the pages
// send them bare or with the time that product.txt's section 5 appends.
type Days struct {
	StartDate string `json:"startDate,omitzero"` // yyyy-MM-dd, or with " 00:00:00"
	EndDate   string `json:"endDate,omitzero"`   // yyyy-MM-dd, or with " 23:59:59"
}

// Period is the time from Since on, up to but without Until.
type Period struct {
	Since, Until time.Time
}

// maxDays is the longest stretch of days that one list may be asked for when both ends are given (security.md 2.4).
const maxDays = 92

// endless bounds a period that is open on a side; PostgreSQL holds both.
var endless = Period{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)}

// Period returns the time of the days on the clock of a site (D-63). A missing day leaves its side open. E001: what is not
// a date, a last day before the first, and more than 92 days.
func (d Days) Period(loc *time.Location) (Period, error) {
	p := endless
	if d.StartDate != "" {
		day, err := day(d.StartDate, " 00:00:00", loc)
		if err != nil {
			return p, err
		}
		p.Since = day
	}
	if d.EndDate != "" {
		day, err := day(d.EndDate, " 23:59:59", loc)
		if err != nil {
			return p, err
		}
		p.Until = day.AddDate(0, 0, 1)
	}
	if d.StartDate != "" && d.EndDate != "" && (!p.Since.Before(p.Until) || p.Until.After(p.Since.AddDate(0, 0, maxDays))) {
		return p, fault.Failed
	}
	return p, nil
}

// recentDays is how many days a list of Recent shows when no first day is given.
const recentDays = 31

// Recent is Period for a list that must be bounded in time: without a first day it begins 31 days before its end or now, without a last day
// it ends 92 days after its beginning.
func (d Days) Recent(loc *time.Location, now time.Time) (Period, error) {
	p, err := d.Period(loc)
	if err != nil {
		return p, err
	}
	if d.StartDate == "" {
		end := p.Until
		if now.Before(end) {
			end = now
		}
		p.Since = end.AddDate(0, 0, -recentDays)
	}
	if d.EndDate == "" {
		p.Until = p.Since.AddDate(0, 0, maxDays)
	}
	return p, nil
}

func day(s, suffix string, loc *time.Location) (time.Time, error) {
	const bare = len(time.DateOnly)
	if len(s) > bare && s[bare:] == suffix {
		s = s[:bare]
	}
	t, err := time.ParseInLocation(time.DateOnly, s, loc)
	if err != nil {
		return time.Time{}, fault.Failed.Wrap(err)
	}
	return t, nil
}
