import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { DepositPrompt } from "./deposit-prompt.tsx";
import type { Protection } from "./protection.ts";
import { ProtectionPage } from "./protection-page.tsx";

const HOUR = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const nothing: Protection = { limits: [], timeoutUntil: null, excludedUntil: null, excluded: false, minutes: 60 };
const figures = {
  startedAt: at(-90 * 60_000),
  now: at(0),
  staked: 5000,
  won: 3000,
  openStake: 0,
  minutes: 60,
  open: false,
};

function withLimit(pending: Protection["limits"][number]["pending"]): Protection {
  return {
    ...nothing,
    limits: [{ kind: "wager", days: 1, amount: 100_000, used: 25_000, setAt: at(-HOUR), pending }],
  };
}

function page(state: Protection, more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ "/api/protection/info": () => state, "/api/protection/session": () => figures, ...more });
  const view = show(<ProtectionPage member contact={<a href="/q">ask</a>} withdraw={<a href="/w">withdraw</a>} />);
  return view.then(() => calls);
}

afterEach(() => vi.unstubAllGlobals());

test("the first limit is set at once, and nothing is sent without an amount", async () => {
  const calls = await page(nothing, { "/api/protection/limit/set": () => withLimit(null) });
  await userEvent.click(await screen.findByRole("button", { name: "Set a limit: Stakes, 24 hours" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Set a limit" }));
  expect(await within(dialog).findByRole("alert")).toHaveProperty("textContent", "Please enter an amount.");
  await userEvent.type(within(dialog).getByLabelText("Amount"), "100000");
  expect(within(dialog).getByText("This applies at once.")).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Set ₩100,000" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.filter(({ path }) => path.endsWith("/set")).map(({ body }) => body)).toEqual([
    { kind: "wager", days: 1, amount: 100_000 },
  ]);
  expect(screen.getByText("₩25,000 used")).toBeDefined();
});

test("a higher limit says that it waits", async () => {
  await page(withLimit(null));
  await userEvent.click(await screen.findByRole("button", { name: "Change: Stakes, 24 hours" }));
  const field = await screen.findByLabelText("Amount");
  await userEvent.clear(field);
  await userEvent.type(field, "100001");
  expect(screen.getByText(/You can confirm it after 24 hours; until then/)).toBeDefined();
});

test("a raised limit can be confirmed after its waiting time, and cancelled at any time", async () => {
  const calls = await page(withLimit({ amount: 200_000, from: at(-HOUR), until: at(HOUR) }), {
    "/api/protection/limit/confirm": () => nothing,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm the change" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Keep my limit" })).toBeNull());
  expect(calls.some(({ path }) => path === "/api/protection/limit/confirm")).toBe(true);
});

test("before that it can only be cancelled", async () => {
  const calls = await page(withLimit({ amount: null, from: at(HOUR), until: at(9 * HOUR) }), {
    "/api/protection/limit/cancel": () => withLimit(null),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Keep my limit" }));
  await waitFor(() => expect(screen.queryByText(/You asked for/)).toBeNull());
  expect(screen.queryByRole("button", { name: "Confirm the change" })).toBeNull();
  expect(calls.some(({ path }) => path === "/api/protection/limit/cancel")).toBe(true);
});

test("an exclusion needs consent and the password, and reports a wrong password", async () => {
  const calls = await page(nothing, { "/api/protection/exclude": () => "U003" });
  await userEvent.click(await screen.findByRole("button", { name: "Exclude myself" }));
  const dialog = await screen.findByRole("dialog");
  const send = within(dialog).getByRole("button", { name: "Exclude me for 6 months" });
  await userEvent.click(send);
  expect(within(dialog).getAllByRole("alert")).toHaveLength(2);
  await userEvent.click(within(dialog).getByRole("checkbox"));
  await userEvent.type(within(dialog).getByLabelText("Your password"), "river2026");
  await userEvent.click(send);
  expect(await within(dialog).findByRole("alert")).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({ months: 6, memPass: "river2026", agree: true });
});

test("during a break no limit can be raised, and the way to the withdrawal is shown", async () => {
  await page({ ...withLimit({ amount: null, from: at(-HOUR), until: at(HOUR) }), timeoutUntil: at(24 * HOUR) });
  expect(await screen.findByRole("link", { name: "withdraw" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Confirm the change" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Change: Stakes, 24 hours" }));
  expect(screen.queryByRole("button", { name: "Ask to remove the limit" })).toBeNull();
});

test("a guest reads what to know and asks for nothing", async () => {
  const calls = stubApi({});
  await show(<ProtectionPage member={false} contact={null} withdraw={null} />);
  expect(await screen.findByRole("heading", { name: "Play safely" })).toBeDefined();
  expect(calls).toEqual([]);
});

test("beside the deposit: a limit is offered until there is one, and a break is shown", async () => {
  const link = (text: string) => <a href="/limits">{text}</a>;
  stubApi({ "/api/protection/info": () => nothing });
  const first = await show(<DepositPrompt link={link} />);
  expect(await screen.findByRole("link", { name: "Set a deposit limit" })).toBeDefined();
  first.unmount();
  stubApi({ "/api/protection/info": () => ({ ...nothing, timeoutUntil: at(HOUR) }) });
  const second = await show(<DepositPrompt link={link} />);
  expect(await screen.findByText(/deposits are closed/)).toBeDefined();
  second.unmount();
  const calls = stubApi({
    "/api/protection/info": () => ({ ...nothing, limits: [{ ...withLimit(null).limits[0], kind: "deposit" }] }),
  });
  await show(<DepositPrompt link={link} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("note")).toBeNull();
});
