import { oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { memberStatuses } from "./members.ts";

/** Reads the search parameters of the members; `member` is the ID of the member beside the list. */
export const membersSearch = searchOf({ q: textOf, status: oneOf(memberStatuses), page: pageOf, member: textOf });
