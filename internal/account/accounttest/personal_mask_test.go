package accounttest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/personal"
)

func TestMaskShowsAtMostTheLastFour(t *testing.T) { // S-98
	t.Parallel()
	for in, want := range map[string]string{"+821012345678": "*********5678", "1234": "**34", "1": "*", "": ""} {
		require.Equal(t, want, personal.Mask(in))
	}
}

func TestMaskedContactsKeepTheDomainOfAnAddress(t *testing.T) { // S-98
	t.Parallel()
	for in, want := range map[string]string{
		"minsu@example.com": "m****@example.com", "k@example.com": "*@example.com", "010-1234-5678": "*********5678", "LINE kim123": "*******m123",
		"@minsu77": "****su77", "": "",
	} {
		require.Equal(t, want, personal.MaskContact(in))
	}
}

func TestMaskedNamesShowTheFirstLetterOfEachWord(t *testing.T) { // S-98
	t.Parallel()
	for in, want := range map[string]string{
		"Kim Minsu": "K** M****", "Nguyễn Văn An": "N***** V** A*", "김민수": "김**", "สมชาย ใจดี": "ส**** ใ**", "A": "*", "Á B": "Á B", "": "",
	} {
		require.Equal(t, want, personal.MaskName(in), in)
	}
}
