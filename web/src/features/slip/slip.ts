import { keptAtom } from "#shared/kept.ts";
import { type Selection, selectionId } from "#shared/sports/selection.ts";

/** The slip of this device. It is kept over a reload and a login, and forgotten when the member logs out; it names no member. */
export interface SlipState {
  legs: readonly Selection[];
  kind: "singles" | "folder";
  /** Minor units; null while empty. */
  stake: number | null;
}

/** The most selections that a slip may have; the server refuses more. */
export const MOST_LEGS = 20;

const empty: SlipState = { legs: [], kind: "folder", stake: null };

const texts = ["pick", "sport", "league", "home", "away", "kind", "period"];
const figures = ["eventIdx", "marketIdx", "line", "price", "version"];

function isSelection(value: unknown): value is Selection {
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map(Object.entries(value));
  return (
    texts.every((name) => typeof entries.get(name) === "string") &&
    figures.every((name) => Number.isSafeInteger(entries.get(name)))
  );
}

/** Reads a slip that was kept; what is no selection is left out. */
export function readSlip(stored: unknown): SlipState {
  if (typeof stored !== "object" || stored === null) return empty;
  const entries = new Map<string, unknown>(Object.entries(stored));
  const [legs, kind, stake] = ["legs", "kind", "stake"].map((name) => entries.get(name));
  return {
    legs: Array.isArray(legs) ? legs.filter(isSelection).slice(0, MOST_LEGS) : [],
    kind: kind === "singles" ? "singles" : "folder",
    stake: Number.isSafeInteger(stake) ? Number(stake) : null,
  };
}

export const slipAtom = keptAtom("slip", readSlip);

export const legId = ({ marketIdx, pick }: Selection) => selectionId(marketIdx, pick);

/** Puts a selection on the slip, or takes it away when it is there. Another selection of its market makes room for it. */
export function withToggled(selection: Selection): (slip: SlipState) => SlipState {
  return (slip) => {
    const id = legId(selection);
    if (slip.legs.some((leg) => legId(leg) === id)) return withoutLeg(id)(slip);
    const others = slip.legs.filter(({ marketIdx }) => marketIdx !== selection.marketIdx);
    return others.length >= MOST_LEGS ? slip : { ...slip, legs: [...others, selection] };
  };
}

export function withoutLeg(id: string): (slip: SlipState) => SlipState {
  return (slip) => ({ ...slip, legs: slip.legs.filter((leg) => legId(leg) !== id) });
}
