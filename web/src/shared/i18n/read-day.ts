/** Thai years are counted from 543 years earlier; no other date of ours lies so late. */
const THAI_ERA = 543;
const FIRST_THAI_YEAR = 2400;

/**
 * Returns the day that a text names, yyyy-MM-dd, or undefined for none. Year, month and day, or day, month and year, have any mark between
 * them; eight figures without one begin with the year.
 */
export function readDay(text: string): string | undefined {
  const found = text
    .trim()
    .match(/^(\d+)\D+(\d+)\D+(\d+)\D*$/)
    ?.slice(1);
  const parts = found ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text.trim())?.slice(1);
  if (parts === undefined) return undefined;
  const [year = "", month = "", day = ""] = parts[0]?.length === 4 ? parts : parts.reverse();
  if (year.length !== 4 || month.length > 2 || day.length > 2) return undefined;
  const common = Number(year) >= FIRST_THAI_YEAR ? Number(year) - THAI_ERA : Number(year);
  const whole = `${String(common).padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${whole}T00:00:00Z`);
  // The thirtieth of February would become the second of March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== whole ? undefined : whole;
}
