import { parseStored } from "#shared/storage.ts";
import { BEFORE_KEY } from "./remembered.ts";

/** When and from where the member logged in the time before. */
export interface LoginBefore {
  at: string;
  ip: string;
}

/** null: this was the first login, or this browser does not know. */
export function loginBefore(): LoginBefore | null {
  const kept = parseStored(BEFORE_KEY);
  const known = typeof kept === "object" && kept !== null && "at" in kept && "ip" in kept;
  return known && typeof kept.at === "string" && typeof kept.ip === "string" ? { at: kept.at, ip: kept.ip } : null;
}
