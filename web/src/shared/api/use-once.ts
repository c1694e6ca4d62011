import { useRef } from "react";
import { newKey } from "./client.ts";
import { isCode } from "./error.ts";

/**
 * Runs calls that the api carries out once for each key. A call whose answer was lost keeps the key of its name: sent again as it is, it is the same
 * call, and the answer is that of the first time (D-48).
 */
export function useOnce() {
  const keys = useRef(new Map<string, string>());
  return async <Answer>(name: string, run: (key: string) => Promise<Answer>): Promise<Answer> => {
    const key = keys.current.get(name) ?? newKey();
    keys.current.set(name, key);
    try {
      const answer = await run(key);
      keys.current.delete(name);
      return answer;
    } catch (error) {
      if (!isCode(error, "9999")) keys.current.delete(name);
      throw error;
    }
  };
}
