import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { api } from "#shared/api/client.ts";
import { tabAtom } from "#shared/tab.ts";
import { type Session, sessionKey, useSession } from "./session.ts";

/** The session in which the member chose to answer later. The tab keeps it over a reload; the next login asks again. */
export const consentLaterAtom = tabAtom("consent-later");

/** The documents to which the member is asked to agree now. */
export function useAskedConsent(): Session["documents"] {
  const session = useSession();
  const later = useAtomValue(consentLaterAtom);
  return session && session.sid !== later ? session.documents : [];
}

/** Accepts the versions that were shown. */
export function useAgree() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (documents: Session["documents"]) => api.call("/api/member/agree", { documents }),
    onSuccess: () =>
      client.setQueryData<Session | null>(sessionKey, (session) => (session ? { ...session, documents: [] } : session)),
  });
}
