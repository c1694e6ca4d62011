package pg

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Rows is a statement's argument that holds many rows: an array of a composite type of the schema, in PostgreSQL's binary form.
// Columns are appended in the order of the type's fields. One such array costs a statement a fraction of one array for each
// column, and names its fields in the schema.
type Rows struct {
	columns int
	buf     []byte // behind room for the array's header
	start   int    // of the row's length, 0: no row yet
	n       int
}

// rowsHeader is the size of the header of an array of one dimension.
const rowsHeader = 20

// NewRows returns an empty array of a type with so many fields, with room for n rows.
func NewRows(columns, n int) *Rows {
	return &Rows{columns: columns, buf: make([]byte, rowsHeader, rowsHeader+n*columns*24)}
}

// Row begins a row.
func (r *Rows) Row() {
	r.endRow()
	r.start = len(r.buf)
	r.buf = binary.BigEndian.AppendUint32(r.buf, 0)
	r.buf = binary.BigEndian.AppendUint32(r.buf, uint32(r.columns))
	r.n++
}

func (r *Rows) endRow() {
	if r.start > 0 {
		binary.BigEndian.PutUint32(r.buf[r.start:], uint32(len(r.buf)-r.start-4))
	}
}

// Len is the number of rows.
func (r *Rows) Len() int { return r.n }

func (r *Rows) column(oid uint32, size int) {
	r.buf = binary.BigEndian.AppendUint32(r.buf, oid)
	r.buf = binary.BigEndian.AppendUint32(r.buf, uint32(size))
}

// Text appends columns of type text.
func (r *Rows) Text(values ...string) {
	for _, s := range values {
		r.column(pgtype.TextOID, len(s))
		r.buf = append(r.buf, s...)
	}
}

// Int appends columns of type bigint.
func (r *Rows) Int(values ...int64) {
	for _, n := range values {
		r.column(pgtype.Int8OID, 8)
		r.buf = binary.BigEndian.AppendUint64(r.buf, uint64(n))
	}
}

// Bool appends a column of type boolean.
func (r *Rows) Bool(value bool) {
	r.column(pgtype.BoolOID, 1)
	if value {
		r.buf = append(r.buf, 1)
	} else {
		r.buf = append(r.buf, 0)
	}
}

// Bytes appends a column of type bytea.
func (r *Rows) Bytes(value []byte) {
	r.column(pgtype.ByteaOID, len(value))
	r.buf = append(r.buf, value...)
}

// Time appends a column of type timestamptz; nil is NULL.
func (r *Rows) Time(value *time.Time) {
	if value == nil {
		r.buf = binary.BigEndian.AppendUint32(r.buf, pgtype.TimestamptzOID)
		r.buf = binary.BigEndian.AppendUint32(r.buf, ^uint32(0))
		return
	}
	r.column(pgtype.TimestamptzOID, 8)
	r.buf = binary.BigEndian.AppendUint64(r.buf, uint64(value.UnixMicro()-epoch))
}

// epoch is the beginning of PostgreSQL's time, in microseconds of Unix.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// array completes the array of rows of the type element.
func (r *Rows) array(element uint32) []byte {
	r.endRow()
	r.start = 0
	header := r.buf[:0]
	if r.n == 0 {
		header = binary.BigEndian.AppendUint32(header, 0) // dimensions
		header = binary.BigEndian.AppendUint32(header, 0) // no element is NULL
		return binary.BigEndian.AppendUint32(header, element)
	}
	header = binary.BigEndian.AppendUint32(header, 1)
	header = binary.BigEndian.AppendUint32(header, 0)
	header = binary.BigEndian.AppendUint32(header, element)
	header = binary.BigEndian.AppendUint32(header, uint32(r.n))
	_ = binary.BigEndian.AppendUint32(header, 1) // the first index
	return r.buf
}

// rowsCodec writes Rows as arguments of the type of arrays of element.
type rowsCodec struct{ element uint32 }

func (rowsCodec) FormatSupported(format int16) bool { return format == pgtype.BinaryFormatCode }

func (rowsCodec) PreferredFormat() int16 { return pgtype.BinaryFormatCode }

func (c rowsCodec) PlanEncode(_ *pgtype.Map, _ uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(*Rows); !ok || format != pgtype.BinaryFormatCode {
		return nil
	}
	return c
}

func (c rowsCodec) Encode(value any, buf []byte) ([]byte, error) {
	return append(buf, value.(*Rows).array(c.element)...), nil
}

func (rowsCodec) PlanScan(*pgtype.Map, uint32, int16, any) pgtype.ScanPlan { return nil }

func (rowsCodec) DecodeDatabaseSQLValue(*pgtype.Map, uint32, int16, []byte) (driver.Value, error) {
	return nil, errRowsAreArguments
}

func (rowsCodec) DecodeValue(*pgtype.Map, uint32, int16, []byte) (any, error) {
	return nil, errRowsAreArguments
}

var errRowsAreArguments = errors.New("pg: rows of a composite type are arguments, not results")

// registerRows lets the statements of a connection take Rows for every composite type of the schema.
func registerRows(ctx context.Context, c *pgx.Conn) error {
	rows, _ := c.Query(ctx, `SELECT t.typname, t.oid, t.typarray FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid
		 WHERE c.relkind = 'c' AND t.typnamespace = current_schema()::text::regnamespace`)
	var name string
	var element, array uint32
	_, err := pgx.ForEachRow(rows, []any{&name, &element, &array}, func() error {
		c.TypeMap().RegisterType(&pgtype.Type{Name: "_" + name, OID: array, Codec: rowsCodec{element}})
		return nil
	})
	if err != nil {
		return fmt.Errorf("composite types: %w", err)
	}
	return nil
}
