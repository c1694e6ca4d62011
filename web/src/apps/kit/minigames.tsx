import { BallDrum } from "#features/minigame/draw/ball-drum.tsx";
import { CoinDraw } from "#features/minigame/draw/coin-draw.tsx";
import { GameDraw } from "#features/minigame/draw/game-draw.tsx";
import { KenoBoard } from "#features/minigame/draw/keno-board.tsx";
import { LadderDraw } from "#features/minigame/draw/ladder-draw.tsx";
import { SoundSwitch } from "#features/minigame/draw/sound-switch.tsx";
import { LastRounds, type PastRound } from "#features/minigame/road/last-rounds.tsx";
import { MarketRoads } from "#features/minigame/road/market-roads.tsx";
import { NumberCounts } from "#features/minigame/road/number-counts.tsx";
import { NOW } from "./samples.ts";
import { Section, Specimen } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const ROUND = 5_946_211;
const balls = { balls: [17, 3, 28, 9, 12], power: 4 };
const meta = { balls: [7, 20, 3, 11], power: 9 };
const ladder = { start: "left", lines: 3, end: "even" } as const;
const coins = { coins: ["head", "tail", "head"] } as const;
const keno = { balls: [4, 70, 33, 12, 51, 8, 62, 27, 19, 45, 1, 38, 66, 14, 57, 22, 40, 5, 69, 31, 11, 60] };
const picks = [4, 12, 33, 44, 70];
const stopped = () => NOW;

/** A draw at rest, in the middle, and at its end; the clock stands still. */
const moments = [
  { name: "rest", since: null, drawn: false },
  { name: "running", since: NOW - 5_200, drawn: true },
  { name: "done", since: NOW - 60_000, drawn: true },
];

/** Days of results, the same each time. */
const rounds: PastRound[] = Array.from({ length: 40 }, (_, at) => ({
  round: ROUND - 40 + at,
  drawnAt: new Date(NOW - (40 - at) * 300_000).toISOString(),
  outcome: {
    balls: Array.from({ length: 5 }, (_, ball) => ((at * 11 + ball * 5 + ((at * ball) % 3)) % 28) + 1),
    power: (at * 7 + 3) % 10,
  },
}));

/** The draws of the house's games, and the records of their rounds. */
export function Minigames() {
  const sample = useSample();
  const [odd, even] = sample.sides;
  const [letterOdd, letterEven] = sample.letters;
  return (
    <Section title="Minigames">
      {moments.map(({ name, since, drawn }) => {
        const at = { round: ROUND, since, now: stopped, still: false };
        return [
          <Specimen key={`balls-${name}`} name={`draw-balls-${name}`}>
            <BallDrum game="pwball" outcome={drawn ? balls : null} {...at} />
          </Specimen>,
          <Specimen key={`ladder-${name}`} name={`draw-ladder-${name}`}>
            <LadderDraw game="ladders" outcome={drawn ? ladder : null} {...at} />
          </Specimen>,
          <Specimen key={`coins-${name}`} name={`draw-coins-${name}`}>
            <CoinDraw game="coin3" outcome={drawn ? coins : null} {...at} />
          </Specimen>,
          <Specimen key={`keno-${name}`} name={`draw-keno-${name}`}>
            <KenoBoard game="keno" outcome={drawn ? keno : null} picks={picks} {...at} />
          </Specimen>,
        ];
      })}
      <Specimen name="draw-meta">
        <GameDraw game="meta3" outcome={meta} round={ROUND} since={null} now={stopped} still={false} />
      </Specimen>
      <Specimen name="draw-sound">
        <SoundSwitch />
      </Specimen>
      <Specimen name="market-roads">
        <MarketRoads
          title={sample.market}
          results={rounds.map(({ round }) => ({ round, side: (round * round) % 7 < 3 ? "a" : "b" }))}
          names={{ a: { name: odd, letter: letterOdd }, b: { name: even, letter: letterEven } }}
        />
      </Specimen>
      <Specimen name="number-counts">
        <NumberCounts
          draws={rounds.map(({ outcome }) => ("balls" in outcome ? outcome.balls : []))}
          lowest={1}
          highest={28}
        />
      </Specimen>
      <Specimen name="last-rounds">
        <LastRounds game="pwball" rounds={rounds.slice(-8)} />
      </Specimen>
    </Section>
  );
}
