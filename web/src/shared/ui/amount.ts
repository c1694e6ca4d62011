import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/format.tsx";

/** Why a text is not read as an amount: a part of the smallest unit, no plain figures, or more figures than an amount has. */
export type AmountFault = "part" | "figures" | "long";

export interface ReadAmount {
  /** Minor units; null where nothing was typed or the text is refused. */
  amount: number | null;
  fault?: AmountFault;
}

/** How a language separates thousands: 1,000 or 1.000. */
export type Separator = "," | ".";

/** Fifteen digits stay below Number.MAX_SAFE_INTEGER, so the figure is exact. */
const MAX_DIGITS = 15;

/** The signs and names of currencies that may stand before or behind the figures. */
const CURRENCY = /^(?:\p{Sc}|KRW|VND)|(?:\p{Sc}|KRW|VND|원|đồng|đ|円|元|圆|บาท)$/giu;

const FULL_WIDTH_OFFSET = 0xfee0;

/** Replaces full-width and Thai figures, and full-width signs, by those of ASCII. */
export function plainFigures(text: string): string {
  return text
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[๐-๙]/g, (letter) => String(letter.charCodeAt(0) - "๐".charCodeAt(0)));
}

const whole = (digits: string): ReadAmount => {
  const figures = digits.replace(/^0+(?=\d)/, "");
  return figures.length > MAX_DIGITS ? { amount: null, fault: "long" } : { amount: Number(figures) };
};

/**
 * Reads a text as an amount of a currency without decimals. Separators may stand between thousands, and cents of zero behind: "50,000.00"
 * is 50,000. Anything else that is not plain figures is refused, so that no text is ever read as another number than the one it says:
 * "10k", "10만", "5e4", "10000.5". Where a text means one number in one country and another elsewhere ("50.000"), the separator of
 * thousands of the page's language decides, and the other one is refused.
 */
export function readAmount(text: string, thousands: Separator): ReadAmount {
  const plain = plainFigures(text)
    .replace(/[\s'’_]/g, " ")
    .trim()
    .replace(CURRENCY, "")
    .trim();
  if (plain === "") return text.trim() === "" ? { amount: null } : { amount: null, fault: "figures" };
  if (/^\d+$/.test(plain)) return whole(plain);
  if (!/^[\d., ]*\d[\d., ]*$/.test(plain)) return { amount: null, fault: "figures" };
  const [, front = "", mark = "", back = ""] = /^(.*)([., ])(\d*)$/.exec(plain) ?? [];
  const grouped = /^[1-9]\d{0,2}(?:([., ])\d{3})(?:\1\d{3})*$/;
  const several = front.includes(mark);
  // The last separator separates thousands, too, unless it is the only one and the language uses it for decimals.
  if (grouped.test(plain)) {
    return several || mark === " " || mark === thousands
      ? whole(plain.replace(/\D/g, ""))
      : { amount: null, fault: "figures" };
  }
  const figures = /^\d*$/.test(front) || grouped.test(front);
  if (several || mark === " " || !figures) return { amount: null, fault: "figures" };
  if (!/^0*$/.test(back)) return { amount: null, fault: "part" };
  // 50.000 with a wrong number of zeros is neither thousands nor cents.
  return front === "" || back.length > 2 ? { amount: null, fault: "figures" } : whole(front.replace(/\D/g, ""));
}

/**
 * Returns the text of an edit without the separators that the page had put in itself: with "1,000" in the field, deleting a zero leaves
 * "1,00", which is 100. Typed and pasted text stays as it is.
 */
function withoutOwnSeparators(shown: string, next: string): string {
  let start = 0;
  while (start < Math.min(shown.length, next.length) && shown[start] === next[start]) start++;
  let end = 0;
  while (end < Math.min(shown.length, next.length) - start && shown.at(-1 - end) === next.at(-1 - end)) end++;
  const digits = (part: string) => part.replace(/\D/g, "");
  return digits(next.slice(0, start)) + next.slice(start, next.length - end) + digits(next.slice(next.length - end));
}

/** A text that stays as it was typed: it is refused, or it is not finished ("50."). */
interface Kept {
  text: string;
  amount: number | null;
  fault?: AmountFault;
}

/**
 * The text of a field for an amount, with thousands separators, and why it is not read as an amount, in words. While it is refused, the
 * value is null and the form around the field is not sent.
 */
export function useAmountText(
  value: number | null,
  onChange: (value: number | null, fault?: AmountFault) => void,
): {
  input: React.RefObject<HTMLInputElement | null>;
  text: string;
  /** Undefined if the text is an amount, or empty. */
  fault: string | undefined;
  type(text: string): void;
  /** When the field is left, what was read replaces what was typed. */
  leave(): void;
} {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [last, setLast] = useState<Kept | null>(null);
  // An amount that was set by a button, or by the page, replaces the text.
  const kept = last !== null && last.amount === value ? last : null;
  const text = kept?.text ?? (value === null ? "" : format.number(value));
  const fault = kept?.fault && t(`amount.${kept.fault}`, { example: format.number(EXAMPLE) });
  useEffect(() => input.current?.setCustomValidity(fault ?? ""), [fault]);
  return {
    input,
    text,
    fault,
    type: (next) => {
      const typed = kept ? next : withoutOwnSeparators(text, next);
      const read = readAmount(typed, format.number(EXAMPLE).includes(".") ? "." : ",");
      setLast(read.fault || /\D0{0,2}$/.test(typed) ? { text: next, ...read } : null);
      onChange(read.amount, read.fault);
    },
    leave: () => {
      if (!kept?.fault) setLast(null);
    },
  };
}

const EXAMPLE = 100_000;
