import { Suspense } from "react";
import { lazyPart } from "#shared/lazy.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type DrawProps, isBalls, isCoins, isKeno, isLadder, kindOf, type Outcome } from "./outcome.ts";

/** Each draw is loaded by the pages of its games alone. */
const BallDrum = lazyPart(async () => (await import("./ball-drum.tsx")).BallDrum);
const LadderDraw = lazyPart(async () => (await import("./ladder-draw.tsx")).LadderDraw);
const CoinDraw = lazyPart(async () => (await import("./coin-draw.tsx")).CoinDraw);
const KenoBoard = lazyPart(async () => (await import("./keno-board.tsx")).KenoBoard);

interface GameDrawProps extends DrawProps {
  /** The numbers of the member, for keno. */
  picks?: readonly number[];
}

/** Returns an outcome if it is one of the kind; the last result of another game may still be there when a page changes its game. */
function only<Drawn extends Outcome>(outcome: Outcome | null, is: (one: Outcome) => one is Drawn): Drawn | null {
  return outcome !== null && is(outcome) ? outcome : null;
}

/** The draw of a game. A game that these pages do not know has none. */
export function GameDraw({ picks, outcome, ...rest }: GameDrawProps) {
  const draw = () => {
    switch (kindOf(rest.game)) {
      case "balls":
        return <BallDrum {...rest} outcome={only(outcome, isBalls)} />;
      case "ladder":
        return <LadderDraw {...rest} outcome={only(outcome, isLadder)} />;
      case "coin":
        return <CoinDraw {...rest} outcome={only(outcome, isCoins)} />;
      case "keno":
        return <KenoBoard {...rest} outcome={only(outcome, isKeno)} {...(picks && { picks })} />;
      case undefined:
        return null;
    }
  };
  return <Suspense fallback={<Skeleton height="min(66vw, 30.5rem)" radius="var(--radius-l)" />}>{draw()}</Suspense>;
}
