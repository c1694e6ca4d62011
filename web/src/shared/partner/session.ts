import { api, type Res } from "#shared/api/client.ts";
import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { officeSession } from "#shared/office/office-session.ts";

/** The session of the partner area. */
export type PartnerSession = Res<"/api/partner/getToken">;

const session = officeSession<PartnerSession>({
  key: "partner-here",
  renew: (force) => api.call("/api/partner/getToken", force ? { force } : {}, { retries: 1 }),
  logout: () => api.call("/api/partner/logout", {}),
});

export const { sessionKey, sessionQuery, putSession, renewSession, endSession, refused, logOut, useSessionLife } =
  session;

/** Returns the current session of the partner area; null before login and while it is not known. */
export const usePartner = session.useSession;

/** Reports whether the person has a right; an action without its right is not offered. */
export function usePartnerRight(right: PartnerRight): boolean {
  return usePartner()?.agent.rights.includes(right) ?? false;
}
