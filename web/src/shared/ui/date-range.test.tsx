import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Days } from "../days.ts";
import { FormatProvider } from "../i18n/format.tsx";
import { show } from "../testing/render.tsx";
import { DateRange, useDaysText } from "./date-range.tsx";

const site = { currency: "KRW", timeZone: "Asia/Seoul" };

function Sample({ seen }: { seen: Days[] }) {
  const [days, setDays] = useState<Days>({ from: "2026-11-01", to: "2026-11-24" });
  const daysText = useDaysText();
  const take = (next: Days) => {
    seen.push(next);
    setDays(next);
  };
  return (
    <>
      <output>{daysText(days)}</output>
      <DateRange value={days} onChange={take} />
    </>
  );
}

async function showRange() {
  const seen: Days[] = [];
  await show(
    <FormatProvider value={site}>
      <Sample seen={seen} />
    </FormatProvider>,
    "vn",
  );
  return { seen, from: screen.getByRole<HTMLInputElement>("textbox", { name: "Từ ngày" }) };
}

test("D-58: days are yyyy-MM-dd, in words and in the fields, whatever the browser writes", async () => {
  const { from } = await showRange();
  expect(from.value).toBe("2026-11-01");
  expect(screen.getByText("2026-11-01 – 2026-11-24")).toBeTruthy();
});

test("a day that is typed counts when it is whole", async () => {
  const { seen, from } = await showRange();
  fireEvent.change(from, { target: { value: "2026-11-0" } });
  expect(seen).toEqual([]);
  fireEvent.change(from, { target: { value: "20261105" } });
  expect(seen).toEqual([{ from: "2026-11-05", to: "2026-11-24" }]);
  fireEvent.blur(from);
  expect(from.value).toBe("2026-11-05");
});

test("a text that is no day changes nothing and is named when the field is left", async () => {
  const { seen, from } = await showRange();
  fireEvent.change(from, { target: { value: "2026-02-31" } });
  expect(screen.queryByRole("alert")?.textContent ?? "").toBe("");
  fireEvent.blur(from);
  expect(seen).toEqual([]);
  expect(screen.getByRole("alert").textContent).toContain("2026-12-31");
});

test("the device's calendar chooses the same day", async () => {
  const { seen, from } = await showRange();
  fireEvent.change(screen.getByLabelText("Từ ngày", { selector: "[type=date]" }), { target: { value: "2026-11-07" } });
  expect(seen).toEqual([{ from: "2026-11-07", to: "2026-11-24" }]);
  expect(from.value).toBe("2026-11-07");
});
