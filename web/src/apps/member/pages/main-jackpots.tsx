import { Suspense, useState } from "react";
import type { JackpotGroup } from "#features/game/jackpots.ts";
import { lazyPart } from "#shared/lazy.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { usePlay } from "../play.ts";

const JackpotBoard = lazyPart(async () => (await import("#features/game/jackpot-board.tsx")).JackpotBoard);

/** The jackpots of the main page, loaded when there are any. */
export function MainJackpots({ groups }: { groups: readonly JackpotGroup[] }) {
  const play = usePlay();
  // Once it has been shown, its place stays while the page is open.
  const [shown, setShown] = useState(groups.length > 0);
  if (!shown && groups.length > 0) setShown(true);
  if (!shown) return null;
  return (
    <Suspense fallback={<Skeleton height="29.5rem" radius="var(--radius-l)" />}>
      <JackpotBoard groups={groups} onPlay={play} />
    </Suspense>
  );
}
