import { dayOf, idOf, oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { memberStatuses } from "./members.ts";

/** A level of members. */
function levelOf(value: unknown): number | undefined {
  const level = idOf(value);
  return level !== undefined && level <= 10 ? level : undefined;
}

/** Reads the search parameters of the members; `member` is the ID of the member beside the list. */
export const membersSearch = searchOf({
  q: textOf,
  status: oneOf(memberStatuses),
  level: levelOf,
  page: pageOf,
  member: textOf,
});

/** Reads what a saved view keeps of them. The text that is searched for may be a name or a phone, and those are kept sealed only. */
export const membersFilters = searchOf({ status: oneOf(memberStatuses), level: levelOf });

/** Reads what a saved view keeps of the search of a member's ledger and bets. */
export const personFilters = searchOf({ from: dayOf, to: dayOf });
