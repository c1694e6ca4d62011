import { useMutation } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import type { Keys } from "#shared/receipt/lookup-panel.tsx";

/** The number of a case, and the code that is shown this once. */
export type Receipt = Keys;
export type GuestCase = Res<"/api/contact/case">;
export type Topic = "login" | "signup" | "money" | "etc";
export type ContactKind = "email" | "phone" | "messenger";

/** The initial values of the form: the topic, from the page the guest came from, and the ID that this browser remembers. */
export interface Begin {
  topic: Topic;
  account: string;
}

/** The bounds of the api (internal/support/inquiry/guest.go). */
export const TEXT_MIN = 10;
export const TEXT_MAX = 2_000;
export const CONTACT_MAX = 100;
export const ACCOUNT_MAX = 20;

/** Writes to staff without a session. */
export function useSend() {
  return useMutation({
    mutationFn: async (body: Req<"/api/contact/save">): Promise<Receipt> => {
      const { idx, secret } = await api.call("/api/contact/save", body);
      return { idx, code: secret };
    },
  });
}

/** Looks at a case. E001 with an answer of the api is one that number and code do not open. */
export function useLook() {
  return useMutation({
    mutationFn: ({ idx, code }: Keys) => api.call("/api/contact/case", { idx, secret: code }),
  });
}

/** Whether a contact has the form of its kind; the api checks the same. */
export function reachable(kind: ContactKind, contact: string): boolean {
  const text = contact.trim();
  if (kind === "email") return /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+\.[^\s@<>,;:"().]{2,}$/.test(text);
  if (kind === "messenger") return (text.match(/[\p{L}\p{Nd}]/gu) ?? []).length >= 3;
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d ().-]+$/.test(text) && digits >= 8 && digits <= 15;
}
