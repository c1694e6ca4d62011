import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addSettingsTexts } from "#shared/i18n/settings-texts.ts";
import type { SettingValues } from "#shared/staff/settings/options.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { LevelsPage } from "./levels-page.tsx";
import type { Settings } from "./settings.ts";

beforeAll(async () => {
  await startI18n("admin");
  await addSettingsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const values: SettingValues = {
  depositMin: 10_000,
  depositMax: 5_000_000,
  withdrawMin: 20_000,
  withdrawMax: 4_000_000,
  maxStake: 1_000_000,
  sportsMinStake: 5_000,
  sportsMaxWin: 3_000_000,
  levels: { "3": { depositMax: 9_000_000 } },
};

const settings = (version: number, more: SettingValues = {}): Settings => ({
  version,
  values: { ...values, ...more },
  defaults: values,
  limits: [],
  secondPerson: ["levels"],
  fixed: { currency: "KRW", timeZone: "Asia/Seoul", country: "KR", pinLength: 4 },
});

const counts = {
  list: Array.from({ length: 10 }, (_, index) => ({ level: index + 1, members: index === 2 ? 12 : 0 })),
};

async function page(at: string, table: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ "/api/admin/level/list": () => counts, ...table });
  const router = createRouter({
    routeTree: createRootRoute({ component: LevelsPage }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await show(<RouterProvider router={router} />, "en", newTestClient());
  return { bodies: (path: RegExp) => calls.filter((one) => path.test(one.path)).map(({ body }) => body) };
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const cells = async (level: string) =>
  within((await screen.findByRole("row", { name: new RegExp(`^${level}(?!\\d)`) })) as HTMLElement)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

async function fill(label: string, text: string) {
  const field = within(await screen.findByRole("dialog")).getByRole("textbox", { name: label });
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
}

test("each level shows what its members are held to: its own limit, or that of the site", async () => {
  await page("/", { "/api/admin/site/settings": () => settings(4) });
  expect((await cells("All levels")).join(" ")).toMatch(/₩10,000.*₩5,000,000.*₩20,000.*₩4,000,000.*₩1,000,000/);
  const third = (await cells("Level 3")).join(" ");
  expect(third).toMatch(/₩10,000 \(as for all levels\)/);
  expect(third).toMatch(/₩9,000,000 ₩20,000/);
  expect(third).toMatch(/1,000,000 × 3 = ₩3,000,000.*5,000 × 3 = ₩15,000.*3,000,000 × 3 = ₩9,000,000/);
  expect(await screen.findByText("12")).toBeDefined();
});

test("limits of several levels are one change, which a second person must see", async () => {
  const { bodies } = await page("/", {
    "/api/admin/site/settings": () => settings(4),
    "/api/admin/site/settings/save": () => "U035",
  });
  await press("Edit: Level 3");
  expect((await screen.findByRole("dialog")).closest("form"), "a form in a form would load the page again").toBeNull();
  await fill("Maximum deposit", "");
  await fill("Maximum stake", "7000000");
  await fill("Sportsbook: minimum stake", "20000");
  await press("Add to the changes");
  await press("Edit: Level 10");
  await fill("Minimum withdrawal", "50000");
  await press("Add to the changes");
  expect((await cells("Level 3")).join(" ")).toMatch(/was ₩9,000,000/);
  expect(screen.getByText("4 changes not saved")).toBeDefined();
  await press("Review and save");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/Level 3: Maximum deposit/)).toBeDefined();
  expect(within(dialog).getByText("₩9,000,000").tagName).toBe("DEL");
  await press("Ask for approval");
  expect(bodies(/save/)).toEqual([
    {
      version: 4,
      values: { levels: { "3": { maxStake: 7_000_000, sportsMinStake: 20_000 }, "10": { withdrawMin: 50_000 } } },
      note: "",
    },
  ]);
});

test("a refusal says which limit of which level does not fit which option", async () => {
  const answer = {
    resultCode: "U040",
    data: { params: { option: "levels.3.depositMax", other: "depositUnit" } },
    traceId: "t",
  };
  await page("/", { "/api/admin/site/settings": () => settings(0) });
  await press("Edit: Level 3");
  await fill("Maximum deposit", "15000");
  await press("Add to the changes");
  const ok = (data: unknown) => Response.json({ resultCode: "200", data, traceId: "t" });
  vi.stubGlobal("fetch", async (path: string) =>
    path.endsWith("/save") ? Response.json(answer) : ok(path.endsWith("/level/list") ? counts : settings(0)),
  );
  await press("Review and save");
  await press("Ask for approval");
  expect(
    await screen.findByText("Level 3: Maximum deposit: Does not fit “Deposits in steps of”. Change one of the two."),
  ).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the history has the versions of the limits alone, and takes them alone back", async () => {
  const row = { setBy: "kim", approvedBy: "boss", setAt: "2026-11-23T03:00:00Z", note: "", restores: null };
  const { bodies } = await page("/?part=history", {
    "/api/admin/site/settings": () => settings(9),
    "/api/admin/site/settings/history": () => ({
      list: [
        {
          ...row,
          version: 8,
          before: { levels: { "3": { depositMax: 6_000_000 } } },
          after: { levels: values.levels },
        },
        { ...row, version: 5, before: { levels: {} }, after: { levels: { "3": { depositMax: 6_000_000 } } } },
      ],
      pageInfo: { page: 1, pages: 1, total: 2, countPerList: 20 },
    }),
    "/api/admin/site/settings/restore": () => settings(10),
  });
  expect(await screen.findAllByText(/Level 3: Maximum deposit/)).toHaveLength(2);
  expect(screen.getByText("as for all levels").tagName).toBe("DEL");
  await press("Restore these limits");
  expect(screen.getByText(/Other settings stay as they are/)).toBeDefined();
  await press("Restore");
  expect(bodies(/history/)).toContainEqual({ option: "levels", page: 1, count_per_list: 20 });
  expect(bodies(/restore/)).toEqual([{ version: 9, restore: 5, option: "levels" }]);
});

test("without the settings nothing is shown as a limit, and the page can be tried again", async () => {
  await page("/", { "/api/admin/site/settings": () => "E001" });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
});
