import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { officeSession } from "#shared/office/office-session.ts";
import { store } from "#shared/store.ts";
import { shownAtom } from "./personal.ts";

/** The session of the staff account. */
export type StaffSession = Res<"/api/admin/getToken">;

const session = officeSession<StaffSession>({
  key: "staff-here",
  renew: (force) => api.call("/api/admin/getToken", force ? { force } : {}, { retries: 1 }),
  logout: () => api.call("/api/admin/logout", {}),
  forget: () => store.set(shownAtom, {}),
});

export const { sessionKey, sessionQuery, putSession, renewSession, endSession, refused, logOut, useSessionLife } =
  session;

/** Returns the current session of staff; null before login and while it is not known. */
export const useStaff = session.useSession;

/** Reports whether the current user has a right; an action without its right is not offered. */
export function useRight(right: Right): boolean {
  return useStaff()?.admin.rights.includes(right) ?? false;
}
