import type { Change } from "./account.ts";
import { type Bounds, checkField, emptyForm, type RuleFault } from "./rules.ts";

/** The data that members can change themselves; phone, name and bank account are changed by staff (S-04). */
export const changes = ["password", "pin", "nick", "lang"] as const;
export type ChangeKind = (typeof changes)[number];

/** The form. `next` and `again` hold the new value of the kind that is changed. */
export interface ChangeForm {
  memPass: string;
  /** The current withdrawal password; only for a new withdrawal password. */
  cashPin: string;
  next: string;
  again: string;
}

export type ChangeField = keyof ChangeForm;

export const emptyChange: ChangeForm = { memPass: "", cashPin: "", next: "", again: "" };

/** The fields of a kind, in the order in which they stand. The present password is always the last. */
export const fieldsOf: Record<ChangeKind, readonly ChangeField[]> = {
  password: ["next", "again", "memPass"],
  pin: ["cashPin", "next", "again", "memPass"],
  nick: ["next", "memPass"],
  lang: ["next", "memPass"],
};

/** Returns the error of a field, or null; the rules are those of signup. */
export function changeFault(
  kind: ChangeKind,
  field: ChangeField,
  form: ChangeForm,
  bounds: Bounds,
  memId: string,
): RuleFault | null {
  if (field === "memPass") return form.memPass === "" ? { code: "U031", params: {} } : null;
  if (field === "cashPin") return form.cashPin === "" ? { code: "C028", params: {} } : null;
  switch (kind) {
    case "password":
      return field === "next"
        ? checkField("memPass", { ...emptyForm, memId, memPass: form.next }, bounds)
        : checkField("memPassAgain", { ...emptyForm, memPass: form.next, memPassAgain: form.again }, bounds);
    case "pin":
      return field === "next"
        ? checkField("cashPin", { ...emptyForm, cashPin: form.next }, bounds)
        : checkField("cashPinAgain", { ...emptyForm, cashPin: form.next, cashPinAgain: form.again }, bounds);
    case "nick":
      return checkField("memNick", { ...emptyForm, memNick: form.next }, bounds);
    case "lang":
      return null;
  }
}

/** The call's body. */
export function changeOf(kind: ChangeKind, { memPass, cashPin, next }: ChangeForm): Change {
  switch (kind) {
    case "password":
      return { memPass, newMemPass: next };
    case "pin":
      return { memPass, cashPin, newCashPin: next };
    case "nick":
      return { memPass, memNick: next.trim() };
    case "lang":
      return { memPass, lang: next };
  }
}

/** The field that a refusal belongs to; null: the form as a whole. */
export function fieldOfRefusal(code: string): ChangeField | null {
  if (["U003", "U031"].includes(code)) return "memPass";
  if (["C016", "C017", "C028"].includes(code)) return "cashPin";
  if (["U102", "U103", "U104", "U006", "U117", "U027"].includes(code)) return "next";
  return null;
}
