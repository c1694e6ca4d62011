import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addCorrectionsTexts } from "#shared/i18n/corrections-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import type { Target } from "./correction.ts";
import { CorrectionDialog } from "./correction-dialog.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addCorrectionsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const preview = (more: Record<string, unknown> = {}) => ({
  version: 2,
  bets: 2,
  gain: 34_000,
  loss: 20_000,
  members: 2,
  undecided: 0,
  debtors: 1,
  debt: 5_000,
  busy: false,
  list: [
    { bet: "S1", memId: "kim1", stake: 10_000, from: "lost", paid: 0, to: "won", pays: 34_000, change: 34_000 },
    { bet: "S2", memId: "lee1", stake: 10_000, from: "won", paid: 20_000, to: "lost", pays: 0, change: -20_000 },
  ],
  orders: [],
  ...more,
});

const match: Target = { eventIdx: 7, home: "Ulsan", away: "Jeonbuk" };

async function dialog(answers: Parameters<typeof stubApi>[0], rights = ["sports", "trade"], target = match) {
  const calls = stubApi({ "/api/admin/sports/correction": () => preview(), ...answers });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { rights } });
  const closed = vi.fn();
  await show(<CorrectionDialog target={target} onClose={closed} />, "en", client);
  return { closed, sent: (path: string) => calls.filter((call) => call.path.endsWith(path)).map(({ body }) => body) };
}

const order = () => screen.findByRole("button", { name: "Settle 2 again" });

test("it shows who gains, who loses and who would owe, and orders what was shown with a reason", async () => {
  const { sent, closed } = await dialog({ "/api/admin/sports/correct": () => ({}) });
  await screen.findByText("Ended bets on Ulsan – Jeonbuk");
  const button = await order();
  expect(screen.getAllByText("lost · ₩0")).toHaveLength(2);
  expect(screen.getByText("Members who will owe that")).toBeDefined();
  await userEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toBe("Please give a reason.");
  await userEvent.type(screen.getByLabelText("Reason (the members read it)"), " the league corrected the score ");
  await userEvent.click(button);
  await waitFor(() =>
    expect(sent("/correct")).toEqual([
      { eventIdx: 7, version: 2, bets: 2, gain: 34_000, loss: 20_000, reason: "the league corrected the score" },
    ]),
  );
  expect(closed).toHaveBeenCalledOnce();
});

test("figures that changed meanwhile are said and read again, and nothing is closed", async () => {
  const { sent, closed } = await dialog({ "/api/admin/sports/correct": () => "C019" });
  await order();
  await userEvent.type(screen.getByLabelText("Reason (the members read it)"), "the league");
  await userEvent.click(await order());
  expect((await screen.findByRole("alert")).textContent).toContain("The figures have changed meanwhile");
  expect(closed).not.toHaveBeenCalled();
  await waitFor(() => expect(sent("/correction")).toHaveLength(2));
});

test("a match that is being settled, or has nothing to correct, cannot be ordered", async () => {
  await dialog({ "/api/admin/sports/correction": () => preview({ busy: true }) });
  expect(((await order()) as HTMLButtonElement).disabled).toBe(true);
});

test("old bets are of masters alone", async () => {
  const { sent } = await dialog({}, ["sports", "trade", "staff"]);
  await order();
  await userEvent.click(screen.getByLabelText("Also bets that ended more than 30 days ago"));
  await waitFor(() => expect(sent("/correction")).toEqual([{ eventIdx: 7 }, { eventIdx: 7, aged: true }]));
});

test("staff without the master's right has no old bets, and reads when there is nothing to correct", async () => {
  await dialog({ "/api/admin/sports/correction": () => preview({ bets: 0, list: [] }) });
  expect(await screen.findByText(/Nothing to correct/)).toBeDefined();
  expect(screen.queryByLabelText("Also bets that ended more than 30 days ago")).toBeNull();
  expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
});

const one = { betIdx: 5, undo: false, memId: "kim1", name: "Ulsan – Jeonbuk", stake: 10_000 };

test.each([
  [one, "Void the bet of kim1 on Ulsan – Jeonbuk?", "Void the bet of ₩10,000"],
  [
    { ...one, undo: true },
    "Undo the void of the bet of kim1 on Ulsan – Jeonbuk?",
    "Let the matches decide the bet of ₩10,000",
  ],
])("one bet is named, and the button says what happens to it", async (target, title, button) => {
  const { sent } = await dialog(
    {
      "/api/admin/sports/correct": () => "U035",
      "/api/admin/approval/rules": () => ({
        list: [
          { act: "sports.correct", right: "trade", kind: "bets", bound: "", one: false, from: 1_000_000, done: 200 },
        ],
      }),
    },
    ["sports", "trade"],
    target,
  );
  await screen.findByText(title);
  const order = await screen.findByRole("button", { name: button });
  expect(await screen.findByText(/From ₩1,000,000 within 24 hours on.*You alone so far: ₩200/)).toBeDefined();
  await userEvent.type(screen.getByLabelText("Reason (the members read it)"), "late");
  await userEvent.click(order);
  await waitFor(() => expect(sent("/correct")).toMatchObject([{ betIdx: 5, reason: "late" }]));
});
