package obs

import (
	"context"
	"log/slog"
	"time"

	"github.com/rs/zerolog"
)

// Slog returns a logger for libraries that write through log/slog: its lines have the shape of log's own, from the level on. A
// group becomes a prefix of its attributes' names.
func Slog(log zerolog.Logger, level slog.Level) *slog.Logger {
	return slog.New(slogHandler{log: log, level: level})
}

type slogHandler struct {
	log    zerolog.Logger
	level  slog.Level
	prefix string
}

// Enabled implements slog.Handler.
func (h slogHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

// Handle implements slog.Handler.
func (h slogHandler) Handle(_ context.Context, r slog.Record) error {
	line := h.log.WithLevel(levelOf(r.Level))
	r.Attrs(func(a slog.Attr) bool {
		each(h.prefix, a, func(name string, value any) { line = line.Interface(name, value) })
		return true
	})
	line.Msg(r.Message)
	return nil
}

// WithAttrs implements slog.Handler.
func (h slogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := h.log.With()
	for _, a := range attrs {
		each(h.prefix, a, func(name string, value any) { c = c.Interface(name, value) })
	}
	h.log = c.Logger()
	return h
}

// WithGroup implements slog.Handler.
func (h slogHandler) WithGroup(name string) slog.Handler {
	if name != "" {
		h.prefix += name + "."
	}
	return h
}

// each calls add for an attribute, or for those in it when it is a group. Errors and durations become text.
func each(prefix string, a slog.Attr, add func(name string, value any)) {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		if a.Key != "" {
			prefix += a.Key + "."
		}
		for _, inner := range v.Group() {
			each(prefix, inner, add)
		}
		return
	case slog.KindDuration:
		add(prefix+a.Key, v.Duration().String())
		return
	case slog.KindTime:
		add(prefix+a.Key, v.Time().UTC().Format(time.RFC3339Nano))
		return
	default:
	}
	if err, ok := v.Any().(error); ok {
		add(prefix+a.Key, err.Error())
		return
	}
	add(prefix+a.Key, v.Any())
}

func levelOf(l slog.Level) zerolog.Level {
	switch {
	case l >= slog.LevelError:
		return zerolog.ErrorLevel
	case l >= slog.LevelWarn:
		return zerolog.WarnLevel
	case l >= slog.LevelInfo:
		return zerolog.InfoLevel
	default:
		return zerolog.DebugLevel
	}
}
