import { useState } from "react";
import type { SlipProps } from "#shared/ui/bet/slip.tsx";
import { SlipColumn, SlipSheet } from "#shared/ui/bet/slip-frames.tsx";
import type { Leg } from "#shared/ui/bet/slip-leg.tsx";
import classes from "./kit.module.css";
import { Specimen } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

/** The legs of the slips, and a slip of them whose stake can be typed. */
export function useSampleSlip(): SlipProps {
  const sample = useSample();
  const [stake, setStake] = useState<number | null>(50_000);
  const [kind, setKind] = useState<"singles" | "folder">("folder");
  const legs: Leg[] = [0, 1, 2].map((at) => ({
    id: String(at),
    match: `${sample.teams[at * 2]} – ${sample.teams[at * 2 + 1]}`,
    market: sample.market,
    pick: sample.outcomes[at] ?? "",
    odds: 1_850 + at * 415,
    live: at === 1,
  }));
  const nothing = () => undefined;
  return {
    legs,
    kind,
    stake,
    limits: { min: 5_000, max: 1_000_000 },
    quick: [5_000, 10_000, 50_000, 100_000],
    bonus: 1_030,
    onKind: setKind,
    onStake: setStake,
    onRemove: nothing,
    onClear: nothing,
    onAgree: nothing,
    onPlace: nothing,
  };
}

/** The slip in its states. */
export function Slips() {
  const sample = useSample();
  const slip = useSampleSlip();
  const [open, setOpen] = useState(false);
  const states: Record<string, Partial<SlipProps>> = {
    open: {},
    singles: { kind: "singles" },
    changed: {
      legs: slip.legs.map((leg, at) =>
        at === 0 ? { ...leg, agreed: 1_900 } : at === 1 ? { ...leg, agreed: 2_100 } : leg,
      ),
    },
    stuck: {
      legs: slip.legs.map((leg, at) =>
        at === 0 ? { ...leg, state: "suspended" } : at === 1 ? { ...leg, state: "closed" } : leg,
      ),
    },
    refused: { refusal: { text: sample.sentence, offer: 20_000 } },
    waiting: { state: "waiting" },
    placing: { state: "placing", legs: slip.legs.slice(0, 1) },
    empty: { legs: [] },
  };
  return (
    <>
      {Object.entries(states).map(([name, props]) => (
        <Specimen key={name} name={`slip-${name}`}>
          <div className={classes.column}>
            <SlipColumn {...slip} {...props} />
          </div>
        </Specimen>
      ))}
      <Specimen name="slip-bar">
        <SlipSheet {...slip} open={open} onOpen={setOpen} />
      </Specimen>
    </>
  );
}
