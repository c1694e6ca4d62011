import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { show } from "#shared/testing/render.tsx";
import { Slip, type SlipProps, slipTotals } from "./slip.tsx";
import { SlipSheet } from "./slip-frames.tsx";
import { stakeFault, typed } from "./stake.ts";
import { StakeKeypad } from "./stake-keypad.tsx";

beforeAll(() => addPlayTexts());

const limits = { min: 5_000, max: 1_000_000 };

test("keys make a stake digit by digit, and take no digit that no stake has", () => {
  expect(["5", "0", "000"].reduce<number | null>(typed, null)).toBe(50_000);
  expect(typed(50_000, "Backspace")).toBe(5_000);
  expect(typed(5, "Backspace")).toBeNull();
  expect(typed(null, "0")).toBe(0);
  expect(typed(0, "7")).toBe(7);
  expect(typed(50, "e")).toBe(50);
  expect(typed(999_999_999_999_999, "1")).toBe(999_999_999_999_999);
  expect(typed(99_999_999_999_999, "000")).toBe(99_999_999_999_999);
});

test("a stake outside its bounds is wrong on either side, and right on the bounds", () => {
  expect([null, 0, 4_999, 5_000, 1_000_000, 1_000_001].map((stake) => stakeFault(stake, limits))).toEqual([
    "empty",
    "empty",
    "below",
    undefined,
    undefined,
    "above",
  ]);
});

function Pad({ onEnter, onEscape }: { onEnter(): void; onEscape(): void }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <StakeKeypad
      value={value}
      limits={limits}
      quick={[10_000]}
      onChange={setValue}
      onEnter={onEnter}
      onEscape={onEscape}
    />
  );
}

test("the keypad says its bounds before, names the one that is passed, and never changes a stake by itself", async () => {
  const enter = vi.fn();
  const leave = vi.fn();
  await show(<Pad onEnter={enter} onEscape={leave} />);
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Stake" });
  expect(screen.getByText("From ₩5,000 to ₩1,000,000")).toBeDefined();
  await user.type(field, "2000000{Enter}");
  expect(field.value).toBe("2,000,000");
  expect(screen.getByText("The largest stake is ₩1,000,000.")).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(enter).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Maximum" }));
  expect(field.value).toBe("1,000,000");
  await user.click(screen.getByRole("button", { name: "+10,000" }));
  expect(field.value).toBe("1,010,000");
  for (const key of ["Delete the last digit", "Delete the last digit", "Delete the last digit", "5"]) {
    await user.click(screen.getByRole("button", { name: key }));
  }
  expect(field.value).toBe("10,105");
  await user.type(field, "{Enter}{Escape}");
  expect(enter).toHaveBeenCalledOnce();
  expect(leave).toHaveBeenCalledOnce();
});

const leg = (id: string, odds: number) => ({ id, match: "A – B", market: "Result", pick: `Pick ${id}`, odds });

function slipOf(props: Partial<SlipProps> = {}): SlipProps {
  const nothing = () => undefined;
  return {
    legs: [leg("a", 1_900), leg("b", 2_150)],
    kind: "folder",
    stake: 10_000,
    limits,
    quick: [],
    onKind: nothing,
    onStake: nothing,
    onRemove: nothing,
    onClear: nothing,
    onAgree: nothing,
    onPlace: nothing,
    ...props,
  };
}

test("a slip adds up its singles and multiplies its folder, with the bonus of the folder (D-51)", () => {
  expect(slipTotals(slipOf())).toEqual({ folder: true, odds: 4_085, total: 10_000, win: 40_850 });
  expect(slipTotals(slipOf({ bonus: 1_030 })).win).toBe(42_075);
  expect(slipTotals(slipOf({ kind: "singles" }))).toMatchObject({ folder: false, total: 20_000, win: 40_500 });
  expect(slipTotals(slipOf({ legs: [leg("a", 1_900)] }))).toMatchObject({ folder: false, total: 10_000, win: 19_000 });
});

test("odds that changed are accepted before the bet is placed (D-26)", async () => {
  const place = vi.fn();
  const agree = vi.fn();
  const changed = slipOf({ legs: [{ ...leg("a", 1_800), agreed: 1_900 }], onPlace: place, onAgree: agree });
  const { rerender } = await show(<Slip {...changed} />);
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Bet ₩10,000" });
  expect(button().disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Accept the new odds" }));
  expect(agree).toHaveBeenCalledOnce();
  rerender(<Slip {...changed} legs={[{ ...leg("a", 1_800), agreed: 1_800 }]} />);
  await userEvent.click(button());
  expect(place).toHaveBeenCalledOnce();
});

test.each<[string, Partial<SlipProps>]>([
  ["a suspended leg", { legs: [{ ...leg("a", 1_900), state: "suspended" }] }],
  ["a closed leg", { legs: [{ ...leg("a", 1_900), state: "closed" }] }],
  ["a leg that goes with no other", { legs: [{ ...leg("a", 1_900), fault: "Not with Pick b" }] }],
  ["a stake below the minimum", { stake: 4_999 }],
  ["a stake above the maximum", { stake: 1_000_001 }],
  ["no stake", { stake: null }],
  ["a bet in its delay", { state: "waiting" }],
])("%s cannot be placed, by the button or by Enter", async (_, props) => {
  const place = vi.fn();
  await show(<Slip {...slipOf({ ...props, onPlace: place })} />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: /^Bet |^Checking/ });
  expect(button.disabled).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "Stake" }), "{Enter}");
  expect(place).not.toHaveBeenCalled();
});

test("a refusal offers the stake that would be accepted", async () => {
  const stake = vi.fn();
  await show(<Slip {...slipOf({ refusal: { text: "Too much", offer: 7_000 }, onStake: stake })} />);
  await userEvent.click(screen.getByRole("button", { name: "Stake ₩7,000 instead" }));
  expect(stake).toHaveBeenCalledExactlyOnceWith(7_000);
});

test("on a phone the slip is a bar that opens it, and Escape leaves it", async () => {
  function Sheet() {
    const [open, setOpen] = useState(false);
    return <SlipSheet {...slipOf()} open={open} onOpen={setOpen} />;
  }
  await show(<Sheet />);
  await userEvent.click(screen.getByRole("button", { name: /2 ?Bet slip ?4\.085 ?₩10,000/ }));
  expect(screen.getByRole("dialog", { name: "Bet slip" })).toBeDefined();
  await userEvent.type(screen.getByRole("textbox", { name: "Stake" }), "{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});
