import { textOf } from "../address.ts";
import { memberStatuses } from "./members.ts";

/** What the address of the members says; absent parts are the defaults. */
export interface MembersSearch {
  q?: string;
  status?: (typeof memberStatuses)[number];
  page?: number;
  /** Who is shown beside the list. */
  member?: string;
}

export function membersSearch(search: Record<string, unknown>): MembersSearch {
  const q = textOf(search.q);
  const member = textOf(search.member);
  const status = memberStatuses.find((known) => known === search.status);
  const page = Number(search.page);
  return {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(member === undefined ? {} : { member }),
  };
}
