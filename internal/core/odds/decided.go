package odds

import "slices"

// DecidedOutcome returns how a selection of a market stands by the score at which a match was abandoned (D-24): scores only grow, so a line that was passed
// stays passed, and the halves of a quarter line are looked at one by one. A market that the rest of the match could have decided otherwise is void as a whole.
// The error is that of OutcomeOf.
func DecidedOutcome(kind Kind, line Line, key Key, s Score, listed []Key) (Outcome, error) {
	now, err := OutcomeOf(kind, line, key, s, listed)
	if err != nil {
		return Outcome{}, err
	}
	decided := false
	switch kind {
	case Total:
		decided = 4*(s.Home+s.Away)-int(line) >= 1
	case BothScore:
		decided = s.Home > 0 && s.Away > 0
	case CorrectScore: // no selection can be met any more: the other scores have won
		decided = !slices.ContainsFunc(listed, func(k Key) bool {
			home, away, ok := k.Score()
			return ok && home >= s.Home && away >= s.Away
		})
	case OneXTwo, Winner, Handicap, OddEven:
	}
	if !decided {
		return Voided, nil
	}
	return now, nil
}
