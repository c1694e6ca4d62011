import { useRef } from "react";
import { newRequestId } from "./promos.ts";

/** Returns the ID of a request by its content: sent again unchanged it has the same one, so that it counts once. */
export function useRequestId(): (content: object) => string {
  const last = useRef({ content: "", id: "" });
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last.current.content) last.current = { content: text, id: newRequestId() };
    return last.current.id;
  };
}
