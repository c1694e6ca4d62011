import { oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { memberStatuses } from "./members.ts";

/** What the address of the members says; `member` is the one who is shown beside the list. */
export const membersSearch = searchOf({ q: textOf, status: oneOf(memberStatuses), page: pageOf, member: textOf });
