// Package fault holds what a member may be told when something is refused. catalogue.go is the only list
// of codes; a service returns one of its faults, one place in httpx turns the first fault of an error
// chain into the envelope, and everything that is not a fault is logged and answered as Failed (E001).
//
// A fault carries a code and the values of its placeholders, never a sentence: the sentence is
// `api.<code>` in the reader's language (internal/core/texts), and its numbers come from the site's options through
// With, so that a text cannot disagree with a rule.
package fault

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Fault is a refusal with a code of the catalogue. The variables of the catalogue are sentinels for
// errors.Is; With and Wrap answer copies that still match them.
type Fault struct {
	entry  *Entry
	params map[string]string
	cause  error
}

// Entry is a line of the catalogue.
type Entry struct {
	Name         string        // the Go variable of this package
	Code         string        // resultCode on the wire and key of the text in the namespace `api`
	Meaning      string        // short English, for logs and the generated documents, not for members
	Placeholders []Placeholder // what the text needs, in the order of the text
	Retryable    bool          // the same request may succeed within about a minute, nothing changed
}

// Placeholder is a value that the text of a code needs.
type Placeholder struct {
	Name string
	Kind Kind
}

// Catalogue iterates over all codes in the order of the specification.
func Catalogue() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, e := range defined {
			c := *e
			c.Placeholders = slices.Clone(e.Placeholders)
			if !yield(c) {
				return
			}
		}
	}
}

// Again makes the fault of a code with its values: one that was written down.
func Again(code string, params map[string]string) (*Fault, error) {
	i := slices.IndexFunc(defined, func(e *Entry) bool { return e.Code == code })
	if i < 0 {
		return nil, fmt.Errorf("fault: no code %.32q", code)
	}
	f := &Fault{entry: defined[i]}
	for name, value := range params {
		f = f.With(name, value)
	}
	return f, nil
}

// Of finds the first fault in the chain of err.
func Of(err error) (*Fault, bool) {
	return errors.AsType[*Fault](err)
}

// With answers a copy with the value of one placeholder: plain digits for the numbers, as Kind says. A
// placeholder that the code does not have, or a value that is not of its kind, is a mistake in the
// program and panics.
func (f *Fault) With(placeholder, value string) *Fault {
	i := slices.IndexFunc(f.entry.Placeholders, func(p Placeholder) bool { return p.Name == placeholder })
	if i < 0 {
		panic(fmt.Sprintf("fault: %s (%s) has no placeholder %q", f.entry.Name, f.entry.Code, placeholder))
	}
	if kind := f.entry.Placeholders[i].Kind; !kind.accepts(value) {
		panic(fmt.Sprintf("fault: %s (%s): %s is not %s: %.32q", f.entry.Name, f.entry.Code, placeholder, kind, value))
	}
	c := *f
	c.params = maps.Clone(f.params)
	if c.params == nil {
		c.params = make(map[string]string, len(f.entry.Placeholders))
	}
	c.params[placeholder] = value
	return &c
}

// Wrap answers a copy that carries its cause for the log; the member never sees the cause.
func (f *Fault) Wrap(cause error) *Fault {
	c := *f
	c.cause = cause
	return &c
}

// Code is the resultCode.
func (f *Fault) Code() string { return f.entry.Code }

// Meaning is the short English for logs and the generated documents; members read package texts.
func (f *Fault) Meaning() string { return f.entry.Meaning }

// Retryable says whether the same request may succeed within about a minute with nothing changed.
func (f *Fault) Retryable() bool { return f.entry.Retryable }

// Params are the values of the placeholders, a copy; nil when there are none.
func (f *Fault) Params() map[string]string { return maps.Clone(f.params) }

// Placeholders are what the text of the fault needs, in the order of the text.
func (f *Fault) Placeholders() []Placeholder { return slices.Clone(f.entry.Placeholders) }

// Missing names the placeholders that have no value yet. A fault that reaches a member must have none.
func (f *Fault) Missing() []string {
	var missing []string
	for _, p := range f.entry.Placeholders {
		if _, ok := f.params[p.Name]; !ok {
			missing = append(missing, p.Name)
		}
	}
	return missing
}

// Error is for logs: code, meaning, values and cause.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.entry.Code + " " + f.entry.Meaning)
	for _, p := range f.entry.Placeholders {
		if v, ok := f.params[p.Name]; ok {
			fmt.Fprintf(&b, " %s=%s", p.Name, v)
		}
	}
	if f.cause != nil {
		b.WriteString(": " + f.cause.Error())
	}
	return b.String()
}

// Is matches every fault of the same code, whatever its values and its cause.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.entry == f.entry
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.cause }
