// Package dashboard is the table of dashboards: what is shown, in plain words, and how Grafana is told. A panel is a line of the table; what all
// panels have in common is written in one place.
package dashboard

// Kind is Grafana's name of a type of panel. Only those are used that need no plugin.
type Kind string

// The kinds.
const (
	Stat    Kind = "stat"
	Series  Kind = "timeseries"
	Heatmap Kind = "heatmap"
	Bars    Kind = "bargauge"
	Table   Kind = "table"
)

// Unit is Grafana's name of a unit.
type Unit string

// The units.
const (
	Count     Unit = "short"
	Seconds   Unit = "s"
	Share     Unit = "percentunit"
	Bytes     Unit = "bytes"
	PerSecond Unit = "cps"
)

// Query is one PromQL expression. $s stands for the matchers of job and instance, $w for the window of rates.
type Query struct {
	Expr   string
	Legend string
}

// Panel is one picture.
type Panel struct {
	Title, Description string
	Kind               Kind
	Unit               Unit
	Width              int // of 24 columns
	Queries            []Query
	Warn, Bad          float64 // from where a value is yellow, red; 0: never
	Low                bool    // small values are the bad ones
	Stack              bool
}

// Row is panels under a heading.
type Row struct {
	Title  string
	Panels []Panel
}

// Dashboard is one page.
type Dashboard struct {
	UID, Title, Description string
	Tags                    []string
	Rows                    []Row
}

// All are the dashboards by the names of their files.
var All = map[string]Dashboard{
	"hub": Hub, "bus-outbox": BusOutbox, "api": API, "money": Money, "cash": CashOperations, "vendors": Vendors,
	"sportsbook": Sportsbook, "settlement-feeds": Settlement, "games-draws": Draws, "partners-commissions": Partners,
}
