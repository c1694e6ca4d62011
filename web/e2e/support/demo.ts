import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What .dev/demo.json says of a running instance. */
export interface Demo {
  origin: string;
  site: string;
  member: { memId: string; memPass: string; cashPin: string; memName: string };
  partner: { memId: string; memPass: string; totpSecret: string };
  admin: { memId: string; memPass: string; totpSecret: string };
  addresses: { sim: string };
}

/** Where the instance under test is reached; one without a demo site has no demo.json. */
export const origin = (): string => process.env.HUBSTAKE_ORIGIN ?? demo().origin;

/** The path of demo.json, in the directory of the instance under test. */
export const demoFile = (): string =>
  process.env.HUBSTAKE_DEMO ?? fileURLToPath(new URL("../../../.dev/demo.json", import.meta.url));

/** The instance under test; read again each time, because the addresses change when it is started again. */
export function demo(): Demo {
  return JSON.parse(readFileSync(demoFile(), "utf8"));
}
