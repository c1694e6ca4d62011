import { expect, test } from "vitest";
import { makeFormat } from "#shared/i18n/format.tsx";
import { reportDays, reportSearch, statementDays, statementMonths, statementSearch } from "./search.ts";

const format = makeFormat("en", { currency: "KRW", timeZone: "Asia/Seoul" });
// Half past midnight of 1 March in Seoul, still February in UTC.
const now = Date.parse("2027-02-28T15:30:00Z");

test("a period ends today on the site's clock, and 90 days are 90", () => {
  expect(reportDays("today", format, now)).toEqual({ startDate: "2027-03-01", endDate: "2027-03-01" });
  expect(reportDays("week", format, now)).toEqual({ startDate: "2027-02-23", endDate: "2027-03-01" });
  const { startDate, endDate } = reportDays("quarter", format, now);
  expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(89);
});

test("an address with nonsense is the default", () => {
  expect(reportSearch({ period: "quarter" })).toEqual({ period: "quarter" });
  expect(reportSearch({ period: "toString" })).toEqual({});
  expect(statementSearch({ month: "2027-02", page: "3" })).toEqual({ month: "2027-02", page: 3 });
  expect(statementSearch({ month: "2027-13", page: "-1" })).toEqual({});
});

test("the statement offers this month and twelve before it", () => {
  const months = statementMonths(format, now);
  expect(months).toHaveLength(13);
  expect([months[0], months.at(-1)]).toEqual(["2027-03", "2026-03"]);
  expect(statementDays(undefined, months)).toEqual({});
  expect(statementDays("2027-02", months)).toEqual({ startDate: "2027-02-01", endDate: "2027-02-28" });
  expect(statementDays("2026-03", months), "the api knows where 12 months begin").toEqual({ endDate: "2026-03-31" });
  expect(statementDays("2020-01", months)).toEqual({});
});
