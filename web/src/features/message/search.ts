import { idOf, pageOf, searchOf } from "#shared/search.ts";

const readSearch = searchOf({ page: pageOf, read: idOf });
export type MessageSearch = ReturnType<typeof readSearch>;

/**
 * What the address of the messages says: which page of the list, which message is open. `boardIdx` is the product's own name for
 * the open message.
 */
export function messageSearch(search: Record<string, unknown>): MessageSearch {
  return readSearch({ ...search, read: search.read ?? search.boardIdx });
}
