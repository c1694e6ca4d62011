package csvfile_test

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/csvfile"
)

func TestAFileIsMadeWhileItIsReadAndNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	ended, pieces := false, [][][]string{{{"=1+1", "+1", "-1", "@x"}}, nil, {{"a,b", `say "x"`, "", "1-2"}}}
	f := csvfile.New([][]string{{"A", "B", "C", "D"}}, func() ([][]string, bool, error) {
		rows := pieces[0]
		pieces = pieces[1:]
		return rows, len(pieces) > 0, nil
	}, func() { ended = true })
	got, err := io.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, "\ufeffA,B,C,D\n'=1+1,'+1,'-1,'@x\n\"a,b\",\"say \"\"x\"\"\",,1-2\n", string(got))
	require.NoError(t, f.Close())
	require.True(t, ended)

	broken := csvfile.New(nil, func() ([][]string, bool, error) { return nil, false, errors.New("gone") }, func() {})
	_, err = io.ReadAll(broken)
	require.ErrorContains(t, err, "gone")
}
