package coretest_test

import (
	"errors"
	"io"
	"strconv"
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
	require.Equal(t, "\ufeffA,B,C,D\n'=1+1,'+1,-1,'@x\n\"a,b\",\"say \"\"x\"\"\",,1-2\n", string(got))
	require.NoError(t, f.Close())
	require.True(t, ended)

	broken := csvfile.New(nil, func() ([][]string, bool, error) { return nil, false, errors.New("gone") }, func() {})
	_, err = io.ReadAll(broken)
	require.ErrorContains(t, err, "gone")
}

func TestNumbersOfAFileStayNumbersAndOnlyOtherCellsAreGuarded(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"-1200000": "-1200000", "-0.5": "-0.5", "-1": "-1", "0": "0", "12.50": "12.50", "1-2": "1-2",
		"-": "'-", "--1": "'--1", "-1-1": "'-1-1", "-1+A1": "'-1+A1", "-1e5": "'-1e5", "-.5": "'-.5", "-5%": "'-5%", "+1": "'+1", "=1": "'=1", "@x": "'@x",
		"-1\n": "\"'-1\n\"", "\t-1": "'\t-1", "-1 ": "'-1 ", "−1": "−1",
	} {
		rows := func() ([][]string, bool, error) { return [][]string{{cell}}, false, nil }
		got, err := io.ReadAll(csvfile.New(nil, rows, func() {}))
		require.NoError(t, err)
		require.Equal(t, "\ufeff"+want+"\n", string(got), "%q", cell)
	}
}

func TestAFileThatIsCutSaysSo(t *testing.T) {
	t.Parallel()
	for rows, want := range map[int]string{
		3: "\ufeffA\n1\n2\n3\n",
		4: "\ufeffA\n1\n2\n3\n4\n", // all there are
		5: "\ufeffA\n1\n2\n3\n4\n\"Cut: this file holds 4 rows, and there are more. Choose a shorter period for the others.\"\n",
		9: "\ufeffA\n1\n2\n3\n4\n\"Cut: this file holds 4 rows, and there are more. Choose a shorter period for the others.\"\n",
	} {
		for _, batch := range []int{1, 2, 3, 10} {
			n := 0
			next := func() (out [][]string, more bool, err error) {
				for range min(batch, rows-n) {
					n++
					out = append(out, []string{strconv.Itoa(n)})
				}
				return out, len(out) == batch, nil
			}
			got, err := io.ReadAll(csvfile.New([][]string{{"A"}}, csvfile.AtMost(4, next), func() {}))
			require.NoError(t, err)
			require.Equal(t, want, string(got), "%d rows in batches of %d", rows, batch)
		}
	}
}
