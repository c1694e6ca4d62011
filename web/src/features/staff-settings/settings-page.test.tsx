import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { languageKeys } from "#shared/i18n/languages.ts";
import { addSettingsTexts } from "#shared/i18n/settings-texts.ts";
import { settingsKey } from "#shared/staff/keys.ts";
import { flatten, unflatten } from "#shared/staff/settings/flat.ts";
import { optionOf, paths, type SettingValues } from "#shared/staff/settings/options.ts";
import { useSettingText } from "#shared/staff/settings/use-setting-text.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import type { Settings } from "./settings.ts";
import { SettingsPage } from "./settings-page.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addSettingsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const sns = { name: "", link: "", id: "" };
const values: SettingValues = {
  signUpOpen: true,
  idMin: 5,
  idMax: 13,
  nickMin: 3,
  nickMax: 19,
  passMin: 6,
  passMax: 20,
  passTries: 8,
  pinTries: 5,
  pinLockMinutes: 30,
  multiLogin: "kick",
  autoLogoutMinutes: 30,
  sessionHours: 12,
  staffSessionHours: 8,
  depositMin: 10_000,
  depositMax: 5_000_000,
  depositUnit: 10_000,
  depositWaitMinutes: 3,
  withdrawMin: 10_000,
  withdrawMax: 5_000_000,
  withdrawUnit: 10_000,
  withdrawWaitMinutes: 60,
  withdrawUndoSeconds: 60,
  partnerPayout: false,
  ptWithdrawMin: 10_000,
  ptWithdrawMax: 5_000_000,
  ptWithdrawDayMax: 10_000_000,
  exchangeClosedFrom: "23:30",
  exchangeClosedTo: "00:30",
  rollingBasisPoints: 10_000,
  pointRollingBasisPoints: 10_000,
  freeWinRollingBasisPoints: 10_000,
  rollingWeights: { sports: 10_000, casino: 10_000, slot: 10_000, minigame: 10_000, other: 10_000 },
  smallestBet: 5_000,
  gameTokenMinutes: 120,
  maxStake: 1_000_000,
  maxWin: 10_000_000,
  freeWinMax: 500_000,
  freeWinDayMax: 10_000_000,
  providerDayMax: 50_000_000,
  debtFromWins: true,
  bookSite: "",
  newProviderDayMax: 1_000_000,
  sportsMinStake: 5_000,
  sportsMaxWin: 3_000_000,
  sportsMaxPayout: 10_000_000,
  sportsMinOdds: 1_100,
  sportsMaxOdds: 1_000_000,
  sportsMaxLegs: 20,
  sportsBonusMinOdds: 1_300,
  sportsBonuses: [
    { legs: 3, factor: 1_030 },
    { legs: 6, factor: 1_060 },
    { legs: 9, factor: 1_090 },
  ],
  sportsPairs: ["win+over", "draw+under"],
  sportsDelaySeconds: 5,
  sportsCancelMinutes: 5,
  sportsCancelAheadMinutes: 10,
  sportsCancelsPerDay: 3,
  sportsCashOut: false,
  sportsCashOutBasisPoints: 500,
  pointChangeOpen: true,
  pointChangeAmtLimit: 10_000,
  pointChangeAmtUnit: 1_000,
  pointGiving: false,
  pointGivingDayMax: 1_000_000,
  partnerOtp: true,
  commissionCarry: true,
  postsPerDay: 10,
  commentsPerDay: 50,
  boardDelaySeconds: 60,
  boardRounding: 1_000,
  recommendYn: "Y",
  approvals: {
    payout: { from: 3_000_000 },
    deposit: { from: 2_000_000 },
    correction: { from: 0 },
    settings: { from: 0 },
    account: { from: 0 },
    gift: { from: 300_000 },
    reset: { from: 0 },
    promo: { from: 0 },
    move: { from: 0 },
    head: { from: 0 },
    partner: { from: 0 },
    result: { from: 0 },
    bets: { from: 1_000_000 },
    commission: { from: 3_000_000 },
    details: { from: 0 },
  },
  approvalHours: 24,
  payoutCodeFrom: 1_000_000,
  levels: { "3": { depositMax: 9_000_000, maxStake: 7_000_000 } },
  languages: ["vn", "ko", "en", "th", "cn", "jp"],
  sns: [sns, sns, sns],
  liveVideo: "",
};

const settings = (version: number, more: SettingValues = {}): Settings => ({
  version,
  values: { ...values, ...more },
  defaults: values,
  limits: [
    { option: "autoLogoutMinutes", min: 5, max: 30 },
    { option: "depositMin", min: 1, max: 1_000_000_000_000_000 },
  ],
  secondPerson: ["depositMin", "approvals"],
  fixed: { currency: "KRW", timeZone: "Asia/Seoul", country: "KR", pinLength: 4 },
});

async function page(at: string, table: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(table);
  const router = createRouter({
    routeTree: createRootRoute({ component: SettingsPage }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const client = newTestClient();
  await show(<RouterProvider router={router} />, "en", client);
  const saved = () => calls.filter(({ path }) => /save|restore/.test(path)).map(({ body }) => body);
  return { client, saved };
}

async function retype(label: string, text: string) {
  const field = await screen.findByRole("textbox", { name: label });
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("what is saved is only what was changed, after it was shown before and after", async () => {
  let now = settings(4);
  const { saved } = await page("/?part=account", {
    "/api/admin/site/settings": () => now,
    "/api/admin/site/settings/save": () => {
      now = settings(5, { autoLogoutMinutes: 20 });
      return now;
    },
  });
  await retype("Logout without activity after", "20");
  await press("Review and save");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("30 min").tagName).toBe("DEL");
  expect(within(dialog).getByText("20 min").tagName).toBe("INS");
  await userEvent.type(within(dialog).getByRole("textbox"), "asked for");
  await press("Save changes");
  expect(await screen.findByText(/Changed; default: 30 min/)).toBeDefined();
  expect(saved()).toEqual([{ version: 4, values: { autoLogoutMinutes: 20 }, note: "asked for" }]);
  expect(screen.queryByRole("button", { name: "Review and save" })).toBeNull();
});

test("a value outside its limits is said at its field and is not sent", async () => {
  const { saved } = await page("/", { "/api/admin/site/settings": () => settings(0) });
  await retype("Logout without activity after", "31");
  expect(screen.getByText("Must be from 5 min to 30 min.")).toBeDefined();
  await press("Review and save");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText(/Some entries cannot be saved/)).toBeDefined();
  expect(saved()).toEqual([]);
});

test("a refusal of the server stands at the option that it names, in its area", async () => {
  await page("/?part=cash", { "/api/admin/site/settings": () => settings(0) });
  await retype("Smallest deposit", "15000");
  const answer = { resultCode: "U040", data: { params: { option: "depositMin", other: "depositUnit" } }, traceId: "t" };
  vi.stubGlobal("fetch", async (path: string) =>
    path.endsWith("/save")
      ? Response.json(answer)
      : Response.json({ resultCode: "200", data: settings(0), traceId: "t" }),
  );
  await press("Points and boards");
  await press("Review and save");
  await press("Ask for approval");
  expect(await screen.findByText("Does not fit “Deposits in steps of”. Change one of the two.")).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Smallest deposit" })).toHaveProperty("value", "15,000");
});

test("money needs a second person: the page says so before and after it asks", async () => {
  await page("/?part=cash", {
    "/api/admin/site/settings": () => settings(0),
    "/api/admin/site/settings/save": () => "U035",
  });
  await retype("Smallest deposit", "20000");
  await press("Review and save");
  expect(screen.getByText(/need a second person/)).toBeDefined();
  await press("Ask for approval");
  expect(await screen.findByRole("textbox", { name: "Smallest deposit" })).toHaveProperty("value", "10,000");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("when a colleague saves first, nothing that was typed is lost, and the next save is of the new version", async () => {
  let now = settings(1);
  const { client, saved } = await page("/", {
    "/api/admin/site/settings": () => now,
    "/api/admin/site/settings/save": () => now,
  });
  await retype("Logout without activity after", "20");
  now = settings(2, { passTries: 5 });
  await act(() => client.invalidateQueries({ queryKey: settingsKey }));
  const alert = await screen.findByText("Settings were changed while you were typing");
  expect(alert.parentElement?.textContent).toContain("5 tries");
  expect(screen.getByRole("button", { name: "Review and save" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("textbox", { name: "Logout without activity after" })).toHaveProperty("value", "20");
  await press("Continue with my entries");
  await press("Review and save");
  await press("Save changes");
  expect(saved()).toEqual([{ version: 2, values: { autoLogoutMinutes: 20 }, note: "" }]);
});

test("a refusal for a stale form shows what a colleague changed, with the entries", async () => {
  let now = settings(1);
  await page("/", {
    "/api/admin/site/settings": () => now,
    "/api/admin/site/settings/save": () => {
      now = settings(2, { passTries: 5 });
      return "C019";
    },
  });
  await retype("Logout without activity after", "20");
  await press("Review and save");
  await press("Save changes");
  expect(await screen.findByText("Settings were changed while you were typing")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("textbox", { name: "Logout without activity after" })).toHaveProperty("value", "20");
});

test("the history says who changed what, and restores an earlier version", async () => {
  const row = { setBy: "kim", approvedBy: "", setAt: "2026-11-23T03:00:00Z", note: "", restores: null };
  const list = [
    { ...row, version: 2, approvedBy: "boss", before: { depositMin: 10_000 }, after: { depositMin: 20_000 } },
    { ...row, version: 1, note: "audit", before: { signUpOpen: true }, after: { signUpOpen: false } },
  ];
  const { saved } = await page("/?part=history", {
    "/api/admin/site/settings": () => settings(2, { depositMin: 20_000, signUpOpen: false }),
    "/api/admin/site/settings/history": () => ({
      list,
      pageInfo: { page: 1, pages: 1, total: 2, countPerList: 20 },
    }),
    "/api/admin/site/settings/restore": () => settings(3),
  });
  expect(await screen.findByText(/kim, approved by boss/)).toBeDefined();
  expect(screen.getByText("₩20,000").tagName).toBe("INS");
  expect(screen.getByText("audit")).toBeDefined();
  expect(screen.getAllByRole("button", { name: "Restore this version" }), "not the current one").toHaveLength(1);
  await press("Restore this version");
  await press("Restore");
  expect(saved()).toEqual([{ version: 2, restore: 1 }]);
});

test("changes can be scheduled for a time of the site's clock, and say what is wrong with it", async () => {
  const { saved } = await page("/?part=account", {
    "/api/admin/site/settings": () => settings(4),
    "/api/admin/site/settings/save": () => settings(4),
  });
  await retype("Logout without activity after", "20");
  await press("Review and save");
  await userEvent.selectOptions(screen.getByLabelText("When the changes take effect"), "at");
  await press("Schedule changes");
  expect(screen.getByText("Please enter date and time.")).toBeDefined();
  const time = screen.getByLabelText("Date and time");
  fireEvent.change(time, { target: { value: "2020-01-01T00:00" } });
  await press("Schedule changes");
  expect(screen.getByText("The time must be in the future.")).toBeDefined();
  expect(saved()).toEqual([]);
  fireEvent.change(time, { target: { value: "2099-03-01T00:00" } });
  await press("Schedule changes");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const at = "2099-02-28T15:00:00.000Z"; // midnight in Seoul
  expect(saved()).toEqual([{ version: 4, values: { autoLogoutMinutes: 20 }, note: "", at }]);
});

test("the list of scheduled changes says what became of each, and cancels one that waits with a reason", async () => {
  const row = {
    setBy: "kim",
    approvedBy: "",
    setAt: "2026-11-23T03:00:00Z",
    at: "2026-11-30T15:00:00Z",
    before: { depositMin: 10_000 },
    after: { depositMin: 20_000 },
    note: "",
    finished: "2026-11-30T15:00:01Z",
    finishedBy: "",
    reason: "",
    version: null,
    code: "",
    params: {},
  };
  const failed = { ...row, state: "failed" };
  const list = [
    { ...row, idx: 9, state: "waiting", finished: null, approvedBy: "boss" },
    { ...failed, idx: 8, code: "C019", params: { option: "depositMin" } },
    { ...failed, idx: 7, code: "U038", params: { option: "autoLogoutMinutes", min: "5", max: "30" } },
    { ...failed, idx: 6, code: "U035" },
    { ...failed, idx: 5, code: "U037" },
    { ...row, idx: 4, state: "cancelled", finishedBy: "lee", reason: "not now" },
    { ...row, idx: 3, state: "applied", version: 12 },
  ];
  const cancelled: unknown[] = [];
  await page("/?part=planned", {
    "/api/admin/site/settings": () => settings(2),
    "/api/admin/site/settings/plans": () => ({ list, pageInfo: { page: 1, pages: 1, total: 7, countPerList: 20 } }),
    "/api/admin/site/settings/plans/cancel": (body: unknown) => {
      cancelled.push(body);
      return {};
    },
  });
  expect(await screen.findByText(/kim, approved by boss/)).toBeDefined();
  for (const words of [
    /“Smallest deposit” was changed after this was scheduled/,
    /Logout without activity after: Must be from 5 min to 30 min/,
    /needed a second person/,
    /kim was no longer allowed/,
    /lee: not now/,
    /Became version 12/,
  ]) {
    expect(screen.getByText(words)).toBeDefined();
  }
  await press("Cancel the change of 2026-12-01 00:00");
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByRole("textbox"), "later");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(cancelled).toEqual([{ idx: 9, reason: "later" }]);
});

test("the rules of the sportsbook are shown as odds, folders and pairs, and saved as the api has them", async () => {
  let now = settings(0);
  const { saved } = await page("/?part=sports", {
    "/api/admin/site/settings": () => now,
    "/api/admin/site/settings/save": () => {
      now = settings(1);
      return now;
    },
  });
  await retype("Smallest odds of a selection", "1,2345");
  expect(screen.getByText("Enter odds such as 1.85, with at most three decimals.")).toBeDefined();
  await retype("Smallest odds of a selection", "1,25");
  await retype("Folder bonus 2: payout times", "2.001");
  expect(screen.getByText("Must be from 1.00 to 2.00.")).toBeDefined();
  await retype("Folder bonus 2: payout times", "1.055");
  await retype("Folder bonus 3: from so many selections", "0");
  await userEvent.click(screen.getByRole("checkbox", { name: "Home win + Under" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Draw + Under" }));
  await press("Review and save");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("1.10").tagName).toBe("DEL");
  expect(within(dialog).getByText("Home win + Over, Home win + Under").tagName).toBe("INS");
  await press("Save changes");
  const sportsBonuses = [
    { legs: 3, factor: 1_030 },
    { legs: 6, factor: 1_055 },
    { legs: 0, factor: 1_090 },
  ];
  await waitFor(() =>
    expect(saved()).toEqual([
      { version: 0, values: { sportsMinOdds: 1_250, sportsBonuses, sportsPairs: ["win+over", "win+under"] }, note: "" },
    ]),
  );
});

test("the fields have every option, and give each back as it was", () => {
  const names = new Set(paths.map(optionOf));
  expect([...names].sort()).toEqual(Object.keys(values).sort());
  const { approvals, ...rest } = unflatten(flatten(values), names);
  expect({ ...rest, approvals: values.approvals }).toEqual(values);
  const rules = Object.entries(values.approvals ?? {}).map(([kind, rule]) => [kind, { off: false, ...rule }]);
  expect(approvals).toEqual(Object.fromEntries(rules));
});

test("every field has a name in each language", async () => {
  function Names() {
    const text = useSettingText();
    return <p>{paths.map((path) => text.name(path)).join("|")}</p>;
  }
  for (const language of languageKeys) {
    const { container, unmount } = await show(<Names />, language);
    const names = container.textContent?.split("|") ?? [];
    expect(new Set(names).size).toBe(paths.length);
    expect(names.filter((name) => name.startsWith("option."))).toEqual([]);
    unmount();
  }
});

test("codes of the partner area are switched off as a change of their own", async () => {
  const { saved } = await page("/?part=partners", {
    "/api/admin/site/settings": () => settings(4),
    "/api/admin/site/settings/save": () => settings(5, { partnerOtp: false }),
  });
  expect(await screen.findByLabelText("Carry losing shares below 0 over")).toBeDefined();
  await userEvent.click(screen.getByLabelText("Partner area asks for a one-time code"));
  await press("Review and save");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("textbox"), "asked for");
  await press("Save changes");
  await waitFor(() => expect(saved()).toEqual([{ version: 4, values: { partnerOtp: false }, note: "asked for" }]));
});
