package tail

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAPauseIsNeverTooShort(t *testing.T) {
	t.Parallel()
	own := newPause()
	defer own.close()
	for name, p := range map[string]pause{"own clock": own, "no descriptor left": {}} {
		for _, d := range []time.Duration{time.Microsecond, 300 * time.Microsecond, 2 * time.Millisecond, 20 * time.Millisecond} {
			from := time.Now()
			p.sleep(d)
			require.GreaterOrEqual(t, time.Since(from), d, name)
		}
	}
}
