/** The member id of the last login, a year long, never a password (D-37). */
const NAME = "saved-id";
const YEAR_S = 365 * 24 * 60 * 60;

export function readSavedId(cookies: string = document.cookie): string {
  const found = cookies.split("; ").find((part) => part.startsWith(`${NAME}=`));
  return found === undefined ? "" : decodeURIComponent(found.slice(NAME.length + 1));
}

/** Keeps the id, or with an empty text forgets it. */
export function writeSavedId(memId: string): void {
  const age = memId === "" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${NAME}=${encodeURIComponent(memId)}; max-age=${age}; path=/; samesite=strict`;
}
