import { idOf, oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
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
