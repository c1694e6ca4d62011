import { useState } from "react";
import { Button } from "#shared/ui/button.tsx";
import { CountdownRing } from "#shared/ui/draw/countdown-ring.tsx";
import { ResultReveal } from "#shared/ui/draw/result-reveal.tsx";
import { Road } from "#shared/ui/draw/road.tsx";
import type { Side } from "#shared/ui/draw/roads.ts";
import { NOW } from "./samples.ts";
import { Row, Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

/** The same results each time, with runs that turn at the bottom of the big road. */
const results: Side[] = [..."AABTABBBBBBBBAABABTTAAAAAAAABABBABABAABBBAAAATABABBBBABBA"].map((letter) =>
  letter === "A" ? "a" : letter === "B" ? "b" : "tie",
);
const balls = [
  { text: "3" },
  { text: "11" },
  { text: "17" },
  { text: "22" },
  { text: "28" },
  { text: "7", side: "b" as const },
];
const stopped = () => NOW;

/** The components of draws. */
export function Draws() {
  const sample = useSample();
  const [round, setRound] = useState(0);
  const [a, b, tie] = sample.sides;
  const [letterA, letterB, letterTie] = sample.letters;
  const names = {
    a: { name: a, letter: letterA },
    b: { name: b, letter: letterB },
    tie: { name: tie, letter: letterTie },
  };
  return (
    <Section title="Draws">
      {[187, 8, 0].map((seconds, at) => (
        <Specimen key={seconds} name={`countdown-${["open", "closing", "closed"][at]}`}>
          <CountdownRing label={sample.word} endsAt={NOW + seconds * 1_000} length={300_000} now={stopped} />
        </Specimen>
      ))}
      <Specimen name="road-bead">
        <Road kind="bead" title={`${a} / ${b}`} sides={results} names={names} />
      </Specimen>
      <Specimen name="road-big">
        <Road kind="big" title={`${a} / ${b}`} sides={results} names={names} />
      </Specimen>
      <Specimen name="result-reveal">
        <Stack>
          <ResultReveal
            key={round}
            title={`${sample.facts[4]} ${1_204 + round}`}
            balls={balls}
            facts={[sample.sides[0], `${sample.over} 72.5`]}
            live={round > 0}
          />
          <Row>
            <Button variant="quiet" size="sm" onClick={() => setRound(round + 1)}>
              <span lang="en">Draw again</span>
            </Button>
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="result-sides">
        <ResultReveal
          title={sample.facts[4] ?? ""}
          balls={[
            { text: letterA, side: "a" },
            { text: letterB, side: "b" },
            { text: letterTie, side: "tie" },
          ]}
          facts={sample.sides}
        />
      </Specimen>
    </Section>
  );
}
