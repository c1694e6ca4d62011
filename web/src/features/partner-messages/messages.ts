import { useRef, useState } from "react";
import { api, type Req } from "#shared/api/client.ts";
import { useOnce } from "#shared/api/use-once.ts";

/** The addressees of a message. */
export const addressees = ["member", "children", "downline"] as const;
export type Addressees = (typeof addressees)[number];

/** How long title and text may be, in characters. */
export const TITLE_MAX = 100;
export const CONTENT_MAX = 2_000;

type Message = Omit<Req<"/api/partner/message/send">, "after">;

/** Where a message to many stopped, and how many have it. */
interface Progress {
  to: Addressees;
  sent: number;
  after: string;
}

/**
 * Sends a message to everyone whom it is for, call by call. One that was refused half-way goes on with those who do not have it: `stopped` says how many do,
 * 0 for a message that is new.
 */
export function useSendMessage() {
  const [shown, setShown] = useState<Progress>({ to: "member", sent: 0, after: "" });
  // A question that is still open holds an older render: where the message stands is not a matter of it.
  const at = useRef(shown);
  const once = useOnce();
  const send = async (message: Message & { to: Addressees }): Promise<number> => {
    const { to } = message;
    if (at.current.to !== to || at.current.after === "") at.current = { to, sent: 0, after: "" };
    do {
      const body = { ...message, after: at.current.after };
      const answer = await once(JSON.stringify(body), (key) => api.call("/api/partner/message/send", body, { key }));
      at.current = { to, sent: at.current.sent + answer.sent, after: answer.after };
      setShown(at.current);
    } while (at.current.after !== "");
    return at.current.sent;
  };
  return { send, stopped: (to: Addressees) => (shown.to === to && shown.after !== "" ? shown.sent : 0) };
}
