import { readFileSync } from "node:fs";

/** What .dev/demo.json says of a running instance. */
export interface Demo {
  origin: string;
  site: string;
  member: { memId: string; memPass: string; cashPin: string; memName: string };
  partner: { memId: string; memPass: string };
  admin: { memId: string; memPass: string; totpSecret: string };
  addresses: { sim: string };
}

/** Where the instance under test is reached; one without a demo site has no demo.json. */
export const origin = (): string => process.env.HUBSTAKE_ORIGIN ?? demo().origin;

/** The instance under test; read again each time, because the addresses change when it is started again. */
export function demo(): Demo {
  const file = process.env.HUBSTAKE_DEMO ?? new URL("../../../.dev/demo.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
