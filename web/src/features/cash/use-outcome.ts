import { useState } from "react";
import type { CashRow } from "#shared/api/types.ts";
import { isOpen } from "./cash.ts";

interface Watched {
  /** The request that waits, if one does: there is at most one of a kind (C007). */
  open: CashRow | undefined;
  /** The request that was open while this page was, and is decided now. */
  outcome: CashRow | undefined;
  dismiss(): void;
}

/** Follows the open request of a list to its end, so that the page can say how it ended. */
export function useOutcome(list: CashRow[]): Watched {
  const open = list.find(isOpen);
  const [watched, setWatched] = useState<number>();
  if (open && open.idx !== watched) setWatched(open.idx);
  return {
    open,
    outcome: open ? undefined : list.find((row) => row.idx === watched),
    dismiss: () => setWatched(undefined),
  };
}
