import type { Language } from "./languages.ts";

/** The order of a date's parts and the mark between them. */
export interface DateOrder {
  first: "year" | "day";
  mark: "-" | "/";
}

/** The product's own format, yyyy-MM-dd (D-58): lists of staff, files, and languages whose readers write it so. */
export const productOrder: DateOrder = { first: "year", mark: "-" };

/** Dates as the readers of each language write them. English stays at yyyy-MM-dd: 11/12 would be two days. */
export const dateOrders: Record<Language, DateOrder> = {
  vn: { first: "day", mark: "/" },
  ko: productOrder,
  en: productOrder,
  th: { first: "day", mark: "/" },
  cn: productOrder,
  jp: { first: "year", mark: "/" },
};

/** Writes a day, yyyy-MM-dd, in an order; a time behind it stays as it is. */
export function writeDay(text: string, { first, mark }: DateOrder): string {
  const parts = text.slice(0, 10).split("-");
  return (first === "year" ? parts : parts.reverse()).join(mark) + text.slice(10);
}
