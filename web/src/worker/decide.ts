/** A decision about a request: the page from the network, a file that it keeps, or nothing at all. */
export type Decision = "page" | "kept" | "pass";

interface Asked {
  url: string;
  method: string;
  mode: string;
}

/** Not of the member site, or with answers about a person: never touched, and so never kept. */
const FOREIGN = /^\/(api|hub|v1|admin|partner)(\/|$)/;

/** Decides about a request of a page of this origin. `kept` holds the paths that the worker fetched when it was installed. */
export function decide(request: Asked, origin: string, kept: ReadonlySet<string>): Decision {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin || FOREIGN.test(url.pathname)) return "pass";
  if (request.mode === "navigate") return "page";
  return kept.has(url.pathname) ? "kept" : "pass";
}
