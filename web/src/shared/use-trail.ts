import { useState } from "react";

/** The way back through a list that is paged by key: the last row of each page before the one shown. Another list begins with its first page. */
export function useTrail<Cursor>(list: string) {
  const [trail, setTrail] = useState<{ list: string; cursors: Cursor[] }>({ list, cursors: [] });
  const cursors = trail.list === list ? trail.cursors : [];
  return {
    after: cursors.at(-1),
    go: (next: Cursor) => setTrail({ list, cursors: [...cursors, next] }),
    back: () => setTrail({ list, cursors: cursors.slice(0, -1) }),
  };
}
