import { isCode } from "#shared/api/error.ts";

/** Returns the answer of a call, or "asked" if it waits for a second person, who was asked (U035): that is no failure. */
export async function orAsked<Answer>(call: Promise<Answer>): Promise<Answer | "asked"> {
  try {
    return await call;
  } catch (error) {
    if (isCode(error, "U035")) return "asked";
    throw error;
  }
}
