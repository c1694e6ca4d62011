import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { show } from "#shared/testing/render.tsx";
import { readAmount } from "./amount.ts";
import { AmountField } from "./amount-field.tsx";
import { StakeKeypad } from "./bet/stake-keypad.tsx";
import { digits, Form, FormAmount } from "./form/form.tsx";
import { useAppForm } from "./form/use-app-form.ts";

const read: [text: string, en: number | string | null, vn?: number | string | null][] = [
  ["", null],
  ["1,234", 1_234, "figures"],
  ["50.000", "figures", 50_000],
  ["1.234.567 ₫", 1_234_567],
  ["₩1,234,567", 1_234_567],
  ["50 000", 50_000],
  ["50,000원", 50_000, "figures"],
  ["KRW 50000", 50_000],
  ["007", 7],
  ["１００００", 10_000],
  ["５０，０００．００", 50_000],
  ["๕๐๐๐", 5_000],
  ["50,000.00", 50_000],
  ["50.000,00", 50_000],
  ["50000.0", 50_000],
  ["50.", 50],
  ["10000.5", "part"],
  ["10000,50", "part"],
  ["1,234.567", "part"],
  [".5", "part"],
  ["5e4", "figures"],
  ["10k", "figures"],
  ["10만", "figures"],
  ["1백만", "figures"],
  ["10 triệu", "figures"],
  ["-5000", "figures"],
  ["1,2,3", "figures"],
  ["1.2.3", "figures"],
  ["0,500", "part"],
  ["abc", "figures"],
  [",", "figures"],
  ["₩", "figures"],
  ["999999999999999", 999_999_999_999_999],
  ["9999999999999999", "long"],
];

test.each(read)("%j is read as %s, or another way where points stand between thousands: %s", (text, en, vn = en) => {
  const got = (thousands: "," | ".") => {
    const { amount, fault } = readAmount(text, thousands);
    return fault ?? amount;
  };
  expect([got(","), got(".")]).toEqual([en, vn]);
});

test("the digits of a code are read in full width, too", () => {
  expect(digits("１２-３4")).toBe("1234");
});

function InForm({ onSend, onAmount }: { onSend(): void; onAmount(value: number | null): void }) {
  const form = useAppForm<{ amount: number | null }>({ defaultValues: { amount: null }, onSubmit: onSend });
  const [outside, setOutside] = useState<number | null>(null);
  return (
    <Form form={form}>
      <FormAmount control={form.control} name="amount" label="Bound" />
      <AmountField
        label="Loose"
        value={outside}
        onChange={(next) => {
          setOutside(next);
          onAmount(next);
        }}
      />
      <button type="submit">Send</button>
    </Form>
  );
}

test("a form is not sent while one of its amounts is refused, also where an empty one would be right", async () => {
  const send = vi.fn();
  const amounts = vi.fn();
  await show(<InForm onSend={send} onAmount={amounts} />);
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Loose" });
  await user.type(field, "10k");
  expect(field.value).toBe("10k");
  expect(amounts).toHaveBeenLastCalledWith(null);
  expect(screen.getByRole("alert").textContent).toBe("Write the whole amount in figures, for example 100,000.");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, "50,000.00");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(amounts).toHaveBeenLastCalledWith(50_000);
  expect(field.value).toBe("50,000");
  expect(send).toHaveBeenCalledOnce();
});

test.each([
  ["en", "1,234,567"],
  ["vn", "1.234.567"],
] as const)("typing and deleting move the separators of %s, never the amount", async (language, shown) => {
  function Pad() {
    const [value, setValue] = useState<number | null>(null);
    return <StakeKeypad value={value} quick={[]} keys={false} onChange={setValue} />;
  }
  await addPlayTexts();
  await show(<Pad />, language);
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await user.type(field, "1234567");
  expect(field.value).toBe(shown);
  await user.type(field, "{Backspace}{Backspace}{Backspace}{Backspace}");
  expect(field.value).toBe("123");
  await user.clear(field);
  await user.type(field, "10만");
  expect(field.value).toBe("10만");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
