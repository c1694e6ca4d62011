import { keptAtom } from "../kept.ts";
import type { OddsForm } from "../odds.ts";

export const oddsForms = ["decimal", "hongkong", "malay", "indonesian", "american"] as const satisfies OddsForm[];

/** How this member reads odds; decimal until chosen otherwise. */
export const oddsFormAtom = keptAtom(
  "odds-form",
  (stored): OddsForm => oddsForms.find((form) => form === stored) ?? "decimal",
);
