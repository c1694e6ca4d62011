package outbox

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
)

// Last returns the last rows up to and including a position, at most limit, in order.
func Last(ctx context.Context, db Querier, upTo Cursor, limit int) ([]Row, error) {
	rows, err := db.Query(ctx, lastSQL, strconv.FormatUint(upTo.XID, 10), upTo.ID, limit)
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	out, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	slices.Reverse(out)
	return out, nil
}

func scan(r pgx.CollectableRow) (row Row, err error) {
	var cmd string
	err = r.Scan(&row.XID, &row.ID, &row.At, &row.Site, &row.Member, &row.Upline, &row.Topic, &row.SID,
		&cmd, &row.Data1, &row.Data2, &row.Ver, &row.Trace, &row.Fact)
	row.Cmd = event.Cmd(cmd)
	return row, err
}
