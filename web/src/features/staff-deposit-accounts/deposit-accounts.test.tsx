import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addAccountsTexts } from "#shared/i18n/accounts-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { AccountList } from "./account-list.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addAccountsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const account = (idx: number, more: Record<string, unknown> = {}) => ({
  idx,
  bank: "Kookmin",
  accountNo: String(idx).repeat(6),
  accountHolder: "Hubstake",
  active: true,
  version: 3,
  since: "2026-11-23T03:00:00Z",
  shown: 4,
  open: 0,
  deposits: 2,
  amount: 70_000,
  ...more,
});

async function list(rows: ReturnType<typeof account>[], more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ "/api/admin/account/list": () => ({ list: rows }), ...more });
  const onViews = vi.fn();
  await show(
    <>
      <AccountList onViews={onViews} />
      <Toasts />
    </>,
  );
  return {
    onViews,
    sent: (name: string) => calls.filter(({ path }) => path.endsWith(`/account/${name}`)).map(({ body }) => body),
  };
}

const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));
const dialog = async () => within(await screen.findByRole("dialog"));

test("from now on another account: one step with a reason, as it was shown", async () => {
  const { sent } = await list([account(1, { open: 2 }), account(2), account(3, { active: false, version: 1 })], {
    "/api/admin/account/rotate": () => ({ list: [] }),
  });
  await press("Use from now on: 333333");
  const open = await dialog();
  expect(open.getByText(/2 deposits wait/)).toBeDefined();
  await userEvent.selectOptions(open.getByRole("combobox"), "222222 · Kookmin");
  expect(open.queryByText(/deposits wait/)).toBeNull();
  await userEvent.click(open.getByRole("button", { name: "Use from now on" }));
  expect(sent("rotate")).toEqual([]);
  await userEvent.type(open.getByRole("textbox"), " limit of the bank ");
  await userEvent.click(open.getByRole("button", { name: "Use from now on" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("rotate")).toEqual([{ idx: 3, version: 1, offIdx: 2, offVersion: 3, reason: "limit of the bank" }]);
});

test("the last account that is on is switched off only with its consequence in sight", async () => {
  const { sent } = await list([account(1), account(2, { active: false })], {
    "/api/admin/account/switch": () => ({ list: [] }),
  });
  await press("Switch off: 111111");
  const open = await dialog();
  expect(open.getByText(/Without it members cannot deposit/)).toBeDefined();
  await userEvent.type(open.getByRole("textbox"), "frozen");
  await userEvent.click(open.getByRole("button", { name: "Switch off and stop deposits" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("switch")).toEqual([{ idx: 1, version: 3, active: false, noneLeft: true, reason: "frozen" }]);
});

test("switching on may wait for a second person (U035), and a stale row is said", async () => {
  const answers = ["C019", "U035"];
  const { sent } = await list([account(1), account(2, { active: false })], {
    "/api/admin/account/switch": () => answers.shift(),
  });
  await press("Use from now on: 222222");
  const open = await dialog();
  await userEvent.selectOptions(open.getByRole("combobox"), "None: in addition to the others");
  await userEvent.type(open.getByRole("textbox"), "more room");
  await userEvent.click(open.getByRole("button", { name: "Use from now on" }));
  expect(await open.findByText(/changed in the meantime/)).toBeDefined();
  await userEvent.click(open.getByRole("button", { name: "Use from now on" }));
  expect(await screen.findByText(/The request has been made, and colleagues/)).toBeDefined();
  expect(sent("switch")).toEqual(
    Array.from({ length: 2 }, () => ({ idx: 2, version: 3, active: true, reason: "more room" })),
  );
});

test("an account is added once: the number of another one is said at its field", async () => {
  const answers = ["U008", { list: [] }];
  const { sent } = await list([], { "/api/admin/account/add": () => answers.shift() });
  expect(await screen.findByText(/Members cannot deposit until/)).toBeDefined();
  await press("Add an account");
  const open = await dialog();
  await userEvent.click(open.getByRole("button", { name: "Add an account" }));
  expect(sent("add")).toEqual([]);
  await userEvent.type(open.getByLabelText("Bank"), "Kookmin");
  await userEvent.type(open.getByLabelText("Account number"), "999-000");
  await userEvent.type(open.getByLabelText("Account holder"), "Hubstake");
  await userEvent.click(open.getByRole("button", { name: "Add an account" }));
  expect(await open.findByText("The site already has this number at this bank.")).toBeDefined();
  await userEvent.click(open.getByRole("button", { name: "Add an account" }));
  expect(await screen.findByText("999-000 is added and off.")).toBeDefined();
  expect(sent("add")[1]).toEqual({ bank: "Kookmin", accountNo: "999-000", accountHolder: "Hubstake" });
});

test("the turns are moved, the log of one account is opened, and no account on is an alert", async () => {
  const { sent, onViews } = await list([account(1), account(2)], { "/api/admin/account/move": () => ({ list: [] }) });
  await press("Move 222222 one turn earlier");
  expect(sent("move")).toEqual([{ idx: 2, version: 3, forward: true }]);
  expect(
    (await screen.findByRole<HTMLButtonElement>("button", { name: "Move 111111 one turn earlier" })).disabled,
  ).toBe(true);
  await press("Views: 222222");
  expect(onViews).toHaveBeenCalledWith(2);
});

test("without an account that is on the page says that members cannot deposit", async () => {
  await list([account(1, { active: false })]);
  expect((await screen.findByRole("alert")).textContent).toBe("No account is on: members cannot deposit.");
  await press("Use from now on: 111111");
  expect((await dialog()).getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "None: in addition to the others",
  ]);
});
