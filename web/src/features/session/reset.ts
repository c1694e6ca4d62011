import { useMutation } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import type { Keys } from "#shared/receipt/lookup-panel.tsx";

/** A secret that was forgotten. */
export type Forgotten = "password" | "pin";

/** How a person shows that the account is theirs: the other secret, or the facts that are registered. */
export type Proof = "secret" | "facts";

/** A request as the holder of its code sees it. */
export type Found = Res<"/api/member/reset/state"> & Keys;

export interface AskForm {
  forgotten: Forgotten;
  memId: string;
  proof: Proof;
  other: string;
  phone: string;
  accountNo: string;
}

/** The call's body: only what the chosen proof needs. */
function askOf({ forgotten, memId, proof, other, phone, accountNo }: AskForm): Req<"/api/member/reset/ask"> {
  const who = { memId: memId.trim(), secret: forgotten };
  return proof === "secret" ? { ...who, other } : { ...who, phone: phone.trim(), accountNo: accountNo.trim() };
}

/** Asks for a new secret; the code of the answer is shown this once and kept nowhere. */
export function useAsk() {
  return useMutation({ mutationFn: (form: AskForm) => api.call("/api/member/reset/ask", askOf(form)) });
}

/** Looks at a request. E001 with an answer of the api is one that number and code do not open. */
export function useFound() {
  return useMutation({
    mutationFn: async (keys: Keys): Promise<Found> => ({
      ...(await api.call("/api/member/reset/state", keys)),
      ...keys,
    }),
  });
}

/** Gives the new secret. */
export function useFinish() {
  return useMutation({
    mutationFn: (body: Req<"/api/member/reset/finish">) => api.call("/api/member/reset/finish", body),
  });
}
