/** The clock of a time zone as a datetime-local field shows it: yyyy-MM-ddTHH:mm. */
function shownAt(ms: number, timeZone: string): string {
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(ms);
  return text.replace(" ", "T");
}

/** An instant on the site's clock, for a datetime-local field; empty when there is none. */
export function toSiteTime(iso: string | null, timeZone: string): string {
  return iso === null ? "" : shownAt(Date.parse(iso), timeZone);
}

/** The instant at which the site's clock shows what the field says; null for none or nonsense. */
export function fromSiteTime(field: string, timeZone: string): string | null {
  const wanted = Date.parse(`${field}Z`);
  if (Number.isNaN(wanted)) return null;
  let at = wanted;
  // Twice, because the first step may cross a change of the clock.
  for (let step = 0; step < 2; step++) at += wanted - Date.parse(`${shownAt(at, timeZone)}Z`);
  return new Date(at).toISOString();
}
