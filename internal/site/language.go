package site

import "slices"

// Language is the language for a reader who prefers one (D-58): that one if the site speaks it, else the site's first.
func (o Options) Language(preferred string) string {
	if slices.Contains(o.Languages, preferred) {
		return preferred
	}
	return o.Languages[0]
}
