import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Member {
  memId: string;
  memPass: string;
  cashPin: string;
  memName: string;
  memNick: string;
}

interface StaffLogin {
  memId: string;
  memPass: string;
  totpSecret: string;
}

/** What .dev/demo.json says of a running instance. */
export interface Demo {
  origin: string;
  site: string;
  member: Member;
  partner: StaffLogin;
  admin: StaffLogin;
  /** Further accounts of an instance that is made for tests. */
  staff?: StaffLogin[];
  members?: Member[];
  addresses: { sim: string };
}

/** Where the instance under test is reached; one without a demo site has no demo.json. */
export const origin = (): string => process.env.HUBSTAKE_ORIGIN ?? demo().origin;

/** The path of demo.json, in the directory of the instance under test. */
export const demoFile = (): string =>
  process.env.HUBSTAKE_DEMO ?? fileURLToPath(new URL("../../../.dev/demo.json", import.meta.url));

/**
 * The instance under test; read again each time, because the addresses change when it is started again. Tests that run at once have a member each: a second
 * login would end the first.
 */
export function demo(): Demo {
  const found: Demo = JSON.parse(readFileSync(demoFile(), "utf8"));
  const at = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  if (at === 0) return found;
  const member = found.members?.[at - 1];
  if (!member) throw new Error("each worker needs a member: start the instance with HUBSTAKE_SEED=tests");
  return { ...found, member };
}
