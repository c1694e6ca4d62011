import { makeFormat, useFormat } from "#shared/i18n/format.tsx";

/** Returns how an amount is written in its own currency, which may be one that the site had before. */
export function useMoneyIn(): (amount: number, currency: string) => string {
  const format = useFormat();
  return (amount, currency) =>
    (currency === format.currency
      ? format
      : makeFormat(format.language, { currency, timeZone: format.timeZone })
    ).money(amount);
}
