import { useRef } from "react";

const ID_BYTES = 16;

/** Returns a key that makes a repeated call idempotent. A changed call needs a new key. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Returns the ID of a request by its content: sent again unchanged it has the same one, so that it counts once. */
export function useRequestId(): (content: object) => string {
  const last = useRef({ content: "", id: "" });
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last.current.content) last.current = { content: text, id: newRequestId() };
    return last.current.id;
  };
}
