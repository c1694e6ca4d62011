import { keptAtom } from "#shared/kept.ts";
import { type Selection, selectionId } from "#shared/sports/selection.ts";

/** The slip of this device. It is kept over a reload and a login, and forgotten when the member logs out; it names no member. */
export interface SlipState {
  legs: readonly Selection[];
  kind: "singles" | "folder";
  /** Minor units; null while empty. A slip that loses its last selection loses its stake: the next one begins without. */
  stake: number | null;
  /** The stake of the bet that was placed last, which is offered and never taken by itself. */
  last: number | null;
}

/** The most selections that a slip may have; the server refuses more. */
export const MOST_LEGS = 20;

const empty: SlipState = { legs: [], kind: "folder", stake: null, last: null };

/** The slip with these legs; without any it has no stake. */
export function withLegs(legs: SlipState["legs"]): (slip: SlipState) => SlipState {
  return (slip) => ({ ...slip, legs, stake: legs.length === 0 ? null : slip.stake });
}

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
  const [legs, kind, stake, last] = ["legs", "kind", "stake", "last"].map((name) => entries.get(name));
  const amount = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null);
  return withLegs(Array.isArray(legs) ? legs.filter(isSelection).slice(0, MOST_LEGS) : [])({
    legs: [],
    kind: kind === "singles" ? "singles" : "folder",
    stake: amount(stake),
    last: amount(last),
  });
}

export const slipAtom = keptAtom("slip", readSlip);

export const legId = ({ marketIdx, pick }: Selection) => selectionId(marketIdx, pick);

/** Puts a selection on the slip, or takes it away when it is there. Another selection of its market makes room for it. */
export function withToggled(selection: Selection): (slip: SlipState) => SlipState {
  return (slip) => {
    const id = legId(selection);
    if (slip.legs.some((leg) => legId(leg) === id)) return withoutLeg(id)(slip);
    const others = slip.legs.filter(({ marketIdx }) => marketIdx !== selection.marketIdx);
    return others.length >= MOST_LEGS ? slip : withLegs([...others, selection])(slip);
  };
}

export function withoutLeg(id: string): (slip: SlipState) => SlipState {
  return (slip) => withLegs(slip.legs.filter((leg) => legId(leg) !== id))(slip);
}
