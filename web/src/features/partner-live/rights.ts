import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { type Heard, heard } from "./sound.ts";

/** The right that shows a kind: the one that its pages need, and without which the hub does not send it. */
const rights: Record<Heard, PartnerRight> = {
  join: "lower.read",
  login: "lower.read",
  leave: "lower.read",
  in: "money.read",
  out: "money.read",
  payout: "money.read",
  bet: "play.read",
};

/** The kinds that a person with some rights hears of. Without any, the hub refuses the topic of the partner. */
export function kindsFor(own: readonly PartnerRight[]): Heard[] {
  return heard.filter((kind) => own.includes(rights[kind]));
}
