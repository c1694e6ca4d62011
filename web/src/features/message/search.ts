/** What the address of the messages says: which page of the list, which message is open. */
export interface MessageSearch {
  page?: number;
  read?: number;
}

function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Reads an address; nonsense becomes the default. `boardIdx` is the product's own name for the open message. */
export function messageSearch(search: Record<string, unknown>): MessageSearch {
  const page = positive(search.page);
  const read = positive(search.read ?? search.boardIdx);
  return { ...(page !== undefined && page > 1 ? { page } : {}), ...(read !== undefined ? { read } : {}) };
}
