import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show } from "#shared/testing/render.tsx";
import { CampaignEditor, type CampaignText, translationState } from "./campaign-editor.tsx";
import { type Command, CommandPalette, findCommands } from "./command-palette.tsx";
import { DecisionCard, type DecisionCardProps } from "./decision-card.tsx";
import { RateEditor } from "./rate-editor.tsx";
import { chainOf } from "./rates.ts";
import { usePaletteKey } from "./use-palette-key.ts";

beforeAll(() => startI18n("admin"));

function Chain() {
  const [values, setValues] = useState<(number | null)[]>([120, 100]);
  const levels = values.map((value, at) => ({ key: String(at), label: `Level ${at + 2}`, value }));
  return (
    <RateEditor
      legend="Casino"
      rates={chainOf(150, levels)}
      onChange={(key, value) => setValues(values.map((one, at) => (String(at) === key ? value : one)))}
    />
  );
}

test("a rate above that of the level above is refused in words, and right again once that one is raised (G010)", async () => {
  await show(<Chain />);
  const user = userEvent.setup();
  const upper = screen.getByRole<HTMLInputElement>("textbox", { name: "Level 2" });
  const lower = screen.getByRole<HTMLInputElement>("textbox", { name: "Level 3" });
  const retype = async (field: HTMLInputElement, text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  await retype(lower, "1.3");
  expect(lower.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("The level above has 1.2%. Enter at most that.")).toBeDefined();
  expect(screen.getByText("A level below has 1.3%. Enter at least that.")).toBeDefined();
  await retype(upper, "1.35");
  expect(screen.queryByRole("alert")).toBeNull();
  await retype(upper, "1.505");
  expect(screen.getByText("Enter a percentage with at most two decimals.")).toBeDefined();
  await retype(upper, "1.6");
  expect(screen.getByText("The level above has 1.5%. Enter at most that.")).toBeDefined();
});

test("arrows change a rate by 0.05% and stop at its bounds", async () => {
  await show(<Chain />);
  const user = userEvent.setup();
  const upper = screen.getByRole<HTMLInputElement>("textbox", { name: "Level 2" });
  await user.type(upper, "{ArrowUp}");
  expect(upper.value).toBe("1.25");
  await user.type(upper, "{ArrowUp>9/}");
  expect(upper.value).toBe("1.5");
  await user.type(upper, "{ArrowDown>30/}");
  expect(upper.value).toBe("1");
});

const commands: Command[] = [
  { key: "w", label: "Withdrawals", group: "Money" },
  { key: "m", label: "출금 신청", group: "입출금", words: "withdraw" },
  { key: "r", label: "Rút tiền đang chờ", group: "Giao dịch" },
  { key: "s", label: "Settings", group: "Site", words: "options limits" },
  { key: "t", label: "Site status", group: "Settings" },
];

test.each([
  ["withd", ["w", "m"]],
  ["ㅊㄱ", ["m"]],
  ["출그", ["m"]],
  ["rut tien", ["r"]],
  ["dang", ["r"]],
  ["limits", ["s"]],
  ["SET", ["s", "t"]],
  ["settings site", ["s", "t"]],
  ["nothing like it", []],
])("the palette finds by %s", (query, keys) => {
  expect(findCommands(commands, query).map(({ key }) => key)).toEqual(keys);
});

test("the palette is opened by Ctrl+K, moved through by arrows and run by Enter", async () => {
  const run = vi.fn();
  function Page() {
    const [open, setOpen] = useState(false);
    usePaletteKey(() => setOpen(true));
    return open && <CommandPalette commands={commands} onRun={run} onClose={() => setOpen(false)} />;
  }
  await show(<Page />);
  const user = userEvent.setup();
  await user.keyboard("{Control>}k{/Control}");
  const field = screen.getByRole("combobox");
  expect(document.activeElement).toBe(field);
  const chosen = () => screen.getByRole("option", { selected: true }).textContent;
  await user.keyboard("{ArrowUp}");
  expect(chosen()).toContain("Site status");
  await user.keyboard("set{ArrowDown}");
  expect(chosen()).toContain("Site status");
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
  // Enter that ends the composition of a Korean syllable runs nothing.
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(run).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(run).toHaveBeenCalledExactlyOnceWith("t");
  expect(screen.queryByRole("dialog")).toBeNull();
});

function cardOf(props: Partial<DecisionCardProps> = {}): DecisionCardProps {
  return {
    title: "Withdrawal",
    who: "member7",
    amount: 120_000,
    approve: "Pay ₩120,000",
    age: "3 min",
    groups: [{ name: "Money", facts: [{ name: "In", value: "1" }] }],
    onApprove: vi.fn(),
    onRefuse: vi.fn(),
    ...props,
  };
}

test("on the card A approves and R begins a refusal, which the page goes on with", async () => {
  const card = cardOf({ more: <input aria-label="Note" /> });
  await show(<DecisionCard {...card} />);
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("article", { name: "Withdrawal" }));
  await user.keyboard("a");
  expect(card.onApprove).toHaveBeenCalledOnce();
  await user.keyboard("r");
  expect(card.onRefuse).toHaveBeenCalledOnce();
  // Letters in a field are no keys of the card.
  await user.type(screen.getByRole("textbox"), "are");
  expect(card.onApprove).toHaveBeenCalledOnce();
  expect(card.onRefuse).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Refuse R" }));
  expect(card.onRefuse).toHaveBeenCalledTimes(2);
});

test("a request that a colleague handles cannot be decided here", async () => {
  const card = cardOf({ holder: "operator2" });
  await show(<DecisionCard {...card} />);
  expect(screen.queryByRole("button")).toBeNull();
  await userEvent.tab();
  await userEvent.keyboard("ar");
  expect(card.onApprove).not.toHaveBeenCalled();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a translation is missing, part, old or done", () => {
  expect(translationState({ title: " ", text: "" }, false)).toBe("missing");
  expect(translationState({ title: "a", text: "" }, true)).toBe("part");
  expect(translationState({ title: "a", text: "b" }, true)).toBe("old");
  expect(translationState({ title: "a", text: "b" }, false)).toBe("done");
});

test("each language of a campaign is a tab with its state; arrows choose, and typing changes that language alone", async () => {
  const change = vi.fn();
  const none: CampaignText = { title: "", text: "" };
  await show(
    <CampaignEditor
      texts={{
        vn: none,
        ko: { title: "제목", text: "내용" },
        en: { title: "T", text: "X" },
        th: none,
        cn: none,
        jp: none,
      }}
      original="ko"
      old={new Set(["en"])}
      limits={{ title: 60, text: 400 }}
      onChange={change}
    />,
  );
  const user = userEvent.setup();
  expect(screen.getByText("1 of 6 languages ready")).toBeDefined();
  const tabs = screen.getByRole("tablist");
  expect(within(tabs).getByRole("tab", { selected: true }).textContent).toContain("한국어");
  within(tabs).getByRole("tab", { selected: true }).focus();
  await user.keyboard("{ArrowRight}");
  expect(within(tabs).getByRole("tab", { selected: true }).textContent).toContain("Original has changed");
  expect(screen.getByText("제목")).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: "Title" }), "x");
  expect(change).toHaveBeenCalledExactlyOnceWith("en", { title: "Tx", text: "X" });
  within(tabs).getByRole("tab", { selected: true }).focus();
  await user.keyboard("{End}{ArrowRight}");
  expect(within(tabs).getByRole("tab", { selected: true }).textContent).toContain("Tiếng Việt");
});
