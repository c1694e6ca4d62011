import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test";
import { ask } from "./api.ts";
import { demo, origin } from "./demo.ts";
import { STEP_MS, totp } from "./totp.ts";

/** A staff account that one test has for itself. */
export interface Staff {
  memId: string;
  memPass: string;
  totpSecret: string;
  /** The file with its login, for `storageState`. */
  state: string;
}

const folder = path.join(import.meta.dirname, "../../test-results/.staff");
mkdirSync(folder, { recursive: true });
const fileOf = (memId: string, what: "taken" | "login" | "step") => path.join(folder, `${memId}.${what}`);

/** How long ago an account was used last; one that was not used yet comes first. */
const usedAt = (memId: string) => {
  const login = fileOf(memId, "step");
  return existsSync(login) ? statSync(login).mtimeMs : 0;
};

/** Takes a staff account that no other test has, the one that was used longest ago, and logs it in by calls if it is not yet. */
export async function takeStaff(playwright: PlaywrightWorkerArgs["playwright"]): Promise<Staff> {
  const all = demo().staff ?? [];
  if (all.length === 0) throw new Error("the instance has no staff for tests: start it with HUBSTAKE_SEED=tests");
  for (const account of all.toSorted((a, b) => usedAt(a.memId) - usedAt(b.memId))) {
    try {
      closeSync(openSync(fileOf(account.memId, "taken"), "wx"));
    } catch {
      continue; // another test has it
    }
    const staff = { ...account, state: fileOf(account.memId, "login") };
    if (!existsSync(staff.state)) await logIn(playwright, staff);
    writeFileSync(fileOf(account.memId, "step"), String(lastStep(account.memId)));
    return staff;
  }
  throw new Error("every staff account is taken");
}

/** Lets another test have an account. */
export function releaseStaff({ memId }: Staff): void {
  rmSync(fileOf(memId, "taken"), { force: true });
}

async function logIn(playwright: PlaywrightWorkerArgs["playwright"], staff: Staff): Promise<void> {
  const request = await playwright.request.newContext({ baseURL: origin() });
  const { memId, memPass } = staff;
  await confirmBy(staff, async (otp) => {
    const { resultCode } = await ask(request, "/api/admin/login", { memId, memPass, otp });
    return resultCode === "200";
  });
  const { cookies } = await request.storageState();
  // The browser remembers that someone logged in here (shared/staff/session.ts).
  const origins = [{ origin: origin(), localStorage: [{ name: "staff-here", value: "1" }] }];
  writeFileSync(staff.state, JSON.stringify({ cookies, origins }));
  await request.dispose();
}

const lastStep = (memId: string): number => {
  const file = fileOf(memId, "step");
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
};

/**
 * Returns the next one-time code of an account that was not tried yet. A code counts once; those of the half-minute before, of now and of the next one are
 * taken, so that three are at hand at any time and no test that has an account for itself waits for one.
 */
async function nextCode({ memId, totpSecret }: Pick<Staff, "memId" | "totpSecret">): Promise<string> {
  const now = () => Math.floor(Date.now() / STEP_MS);
  const step = Math.max(lastStep(memId) + 1, now() - 1);
  await expect.poll(now).toBeGreaterThanOrEqual(step - 1);
  writeFileSync(fileOf(memId, "step"), String(step));
  return totp(totpSecret, step * STEP_MS);
}

/** Tries the codes of an account until one is taken: one that was good when it was made may be too old on a busy machine. */
export async function confirmBy(
  account: Pick<Staff, "memId" | "totpSecret">,
  tryCode: (code: string) => Promise<boolean>,
): Promise<void> {
  await expect(async () => expect(await tryCode(await nextCode(account))).toBe(true)).toPass();
}

/** A call of staff that may ask for a one-time code before. Returns the code of its outcome. */
export async function askConfirmed(
  request: APIRequestContext,
  staff: Staff,
  send: () => Promise<string>,
): Promise<string> {
  const first = await send();
  if (first !== "U045") return first;
  await confirmBy(staff, async (otp) => (await ask(request, "/api/admin/confirm", { otp })).resultCode === "200");
  return await send();
}
