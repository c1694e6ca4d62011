import { idOf, pageOf, searchOf, sizeOf } from "#shared/search.ts";

const readSearch = searchOf({ page: pageOf, size: sizeOf, read: idOf });
export type MessageSearch = ReturnType<typeof readSearch>;

/**
 * Reads the search parameters of the messages: the page of the list and the open message. `boardIdx` is the product's own name
 * for the open message.
 */
export function messageSearch(search: Record<string, unknown>): MessageSearch {
  return readSearch({ ...search, read: search.read ?? search.boardIdx });
}
