import type { SiteOption } from "#shared/api/types.ts";

/**
 * The rules of signup as the page mirrors them (D-01 … D-06), so that a mistake is said while it is typed. The server
 * decides; each function answers the code it would answer, or null.
 */

/** The fields of the form, named as the call names them. */
export interface SignupForm {
  memId: string;
  memPass: string;
  memPassAgain: string;
  cashPin: string;
  cashPinAgain: string;
  memNick: string;
  memName: string;
  phone: string;
  bankName: string;
  accountNo: string;
  accountHolder: string;
  recommender: string;
  agreeTerms: boolean;
}

export const emptyForm: SignupForm = {
  memId: "",
  memPass: "",
  memPassAgain: "",
  cashPin: "",
  cashPinAgain: "",
  memNick: "",
  memName: "",
  phone: "",
  bankName: "",
  accountNo: "",
  accountHolder: "",
  recommender: "",
  agreeTerms: false,
};

/** The bounds a site may set; every text takes its numbers from here. */
export type Bounds = Pick<
  SiteOption,
  "idMin" | "idMax" | "nickMin" | "nickMax" | "passMin" | "passMax" | "pinLength" | "needsReferrer"
>;

/** A code of the catalogue with its figures, or one of the form's own sentences. */
export type RuleFault =
  | { code: string; params: Record<string, string> }
  | { form: "required" | "passAgain" | "pinAgain" | "bankName" | "holder" | "terms" };

const LETTERS_AND_SPACES = /^[\p{L}\p{M}][\p{L}\p{M} .'-]*$/u;
/** The seed's pattern for Korean numbers, or an international number. */
const PHONE = /^(01[016789]-?\d{3,4}-?\d{4}|\+?\d[\d-]{7,17}\d)$/;

function between(min: number, max: number): Record<string, string> {
  return { min: String(min), max: String(max) };
}

const codePoints = (text: string): number => [...text].length;

const checks: { [K in keyof SignupForm]: (form: SignupForm, bounds: Bounds) => RuleFault | null } = {
  memId: ({ memId }, { idMin, idMax }) =>
    /^[A-Za-z][A-Za-z0-9]*$/.test(memId) && memId.length >= idMin && memId.length <= idMax
      ? null
      : { code: "U101", params: between(idMin, idMax) },
  memPass: ({ memPass, memId }, { passMin, passMax }) => {
    const long = codePoints(memPass) >= passMin && codePoints(memPass) <= passMax;
    const mixed = /[A-Za-z]/.test(memPass) && /\d/.test(memPass);
    const tellsId = memId !== "" && memPass.toLowerCase().includes(memId.toLowerCase());
    return long && mixed && !tellsId && !/\s/.test(memPass)
      ? null
      : { code: "U102", params: between(passMin, passMax) };
  },
  memPassAgain: ({ memPass, memPassAgain }) => (memPass === memPassAgain ? null : { form: "passAgain" }),
  cashPin: ({ cashPin }, { pinLength }) =>
    /^\d+$/.test(cashPin) && cashPin.length === pinLength
      ? null
      : { code: "U103", params: { length: String(pinLength) } },
  cashPinAgain: ({ cashPin, cashPinAgain }) => (cashPin === cashPinAgain ? null : { form: "pinAgain" }),
  memNick: ({ memNick }, { nickMin, nickMax }) => {
    const length = codePoints(memNick.trim().normalize("NFKC"));
    return length >= nickMin && length <= nickMax ? null : { code: "U104", params: between(nickMin, nickMax) };
  },
  memName: ({ memName }) => (memName.trim() === "" ? { form: "required" } : null),
  phone: ({ phone }) => (PHONE.test(phone.trim()) ? null : { code: "U105", params: {} }),
  bankName: ({ bankName }) => ((bankName.match(/\p{L}/gu) ?? []).length >= 2 ? null : { form: "bankName" }),
  accountNo: ({ accountNo }) => (/^\d[\d-]*$/.test(accountNo.trim()) ? null : { code: "U106", params: {} }),
  accountHolder: ({ accountHolder }) => (LETTERS_AND_SPACES.test(accountHolder.trim()) ? null : { form: "holder" }),
  recommender: ({ recommender }, { needsReferrer }) =>
    needsReferrer && recommender.trim() === "" ? { code: "U026", params: {} } : null,
  agreeTerms: ({ agreeTerms }) => (agreeTerms ? null : { form: "terms" }),
};

/** Returns the error of one field, or null. */
export function checkField(field: keyof SignupForm, form: SignupForm, bounds: Bounds): RuleFault | null {
  return checks[field](form, bounds);
}

/** The fields of the two steps: the account, then the person with their bank account. */
export const signupSteps = {
  account: ["recommender", "memId", "memPass", "memPassAgain", "memNick"],
  person: ["memName", "phone", "bankName", "accountNo", "accountHolder", "cashPin", "cashPinAgain", "agreeTerms"],
} as const satisfies Record<string, readonly (keyof SignupForm)[]>;

export type SignupStep = keyof typeof signupSteps;

export const signupFields = [...signupSteps.account, ...signupSteps.person];

/** Which field a refusal of the whole form belongs to. */
export function fieldOfCode(code: string): keyof SignupForm | null {
  const fields: Record<string, keyof SignupForm> = {
    U005: "memId",
    U006: "memNick",
    U007: "phone",
    U008: "accountNo",
    U009: "recommender",
    U010: "recommender",
    U013: "phone",
    U014: "accountNo",
    U025: "memId",
    U026: "recommender",
    U027: "memNick",
    U028: "memName",
    U031: "memPass",
    U101: "memId",
    U102: "memPass",
    U103: "cashPin",
    U104: "memNick",
    U105: "phone",
    U106: "accountNo",
    U112: "recommender",
    U113: "recommender",
    U114: "recommender",
    U115: "recommender",
    U116: "memId",
    U117: "memNick",
    U118: "phone",
    U119: "accountNo",
  };
  return fields[code] ?? null;
}
