import { ApiError } from "#shared/api/error.ts";
import type { SiteOption } from "#shared/api/types.ts";

/** The bounds of one request, in minor units of the site's currency (D-18). */
export interface Limits {
  min: number;
  max: number;
  unit: number;
}

interface LimitCodes {
  below: string;
  above: string;
  notUnit: string;
}

const DEPOSIT: LimitCodes = { below: "C004", above: "C003", notUnit: "C005" };
const WITHDRAWAL: LimitCodes = { below: "C014", above: "C013", notUnit: "C012" };

const AMOUNT_CODES = /^C(001|003|004|005|009|012|013|014)$/;

type DepositSite = Pick<SiteOption, "depositMin" | "depositMax" | "depositUnit">;
type WithdrawSite = Pick<SiteOption, "withdrawMin" | "withdrawMax" | "withdrawUnit">;

export function depositLimits(site: DepositSite): Limits {
  return { min: site.depositMin, max: site.depositMax, unit: site.depositUnit };
}

export function withdrawLimits(site: WithdrawSite): Limits {
  return { min: site.withdrawMin, max: site.withdrawMax, unit: site.withdrawUnit };
}

/** The refusal that the server would give, in its order, before it is asked. */
function amountFault(amount: number | null, limits: Limits, codes: LimitCodes): ApiError | null {
  if (amount === null || amount === 0) return new ApiError("C009");
  if (amount < limits.min) return new ApiError(codes.below, { params: { min: String(limits.min) } });
  if (amount > limits.max) return new ApiError(codes.above, { params: { max: String(limits.max) } });
  if (amount % limits.unit !== 0) return new ApiError(codes.notUnit, { params: { unit: String(limits.unit) } });
  return null;
}

export function depositFault(amount: number | null, site: DepositSite): ApiError | null {
  return amountFault(amount, depositLimits(site), DEPOSIT);
}

/** `cash` is the balance that may be withdrawn. */
export function withdrawFault(amount: number | null, site: WithdrawSite, cash: number): ApiError | null {
  const fault = amountFault(amount, withdrawLimits(site), WITHDRAWAL);
  if (fault) return fault;
  return amount !== null && amount > cash ? new ApiError("C001") : null;
}

/** The withdrawal password while it is typed: C028 empty, U103 not all its digits. */
export function pinFault(pin: string, length: number): ApiError | null {
  if (pin === "") return new ApiError("C028");
  return pin.length === length ? null : new ApiError("U103", { params: { length: String(length) } });
}

/** The most that one withdrawal can be: all of the cash, rounded down to the unit, within the maximum. */
export function mostWithdrawable(cash: number, limits: Limits): number {
  const most = Math.min(cash, limits.max);
  return most - (most % limits.unit);
}

const QUICK_UNITS = [1, 5, 10, 50];

/** The amounts that one press adds. */
export function quickAmounts(limits: Limits): number[] {
  return QUICK_UNITS.map((times) => times * limits.unit).filter((amount) => amount <= limits.max);
}

/** The field that a refusal of a deposit belongs to; null: the form as a whole. */
export function depositFieldOf(code: string): "amount" | "depositor" | null {
  if (code === "U106") return "depositor";
  return AMOUNT_CODES.test(code) ? "amount" : null;
}

/** The field that a refusal of a withdrawal belongs to; null: the form as a whole. */
export function withdrawFieldOf(code: string): "amount" | "cashPin" | null {
  if (/^(C016|C017|C028|U103)$/.test(code)) return "cashPin";
  return AMOUNT_CODES.test(code) ? "amount" : null;
}
