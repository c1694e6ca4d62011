import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addScheduleTexts } from "#shared/i18n/schedule-texts.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { SwitchesPage } from "./switches-page.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addScheduleTexts();
});
afterEach(() => vi.unstubAllGlobals());

const rest = { code: "S005", setBy: "", reason: "", setAt: null };
const status = { inspect: false, paused: [], online: 3, pendingSignups: 0, pendingIn: 0, pendingOut: 0, pendingPt: 0 };

const pageInfo = { page: 1, pages: 1, total: 1, countPerList: 20 };
const none = { "/api/admin/maintenance/list": () => ({ list: [], pageInfo: { ...pageInfo, total: 0 } }) };

async function open(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    "/api/admin/site/status": () => status,
    "/api/admin/site/switches": () => ({ list: [{ ...rest, name: "site", on: false }] }),
    ...none,
    ...answers,
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: SwitchesPage }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await show(<RouterProvider router={router as never} />);
  return calls;
}

test("a function is closed with a reason, and not without one", async () => {
  let on = false;
  const calls = await open({
    "/api/admin/site/switches": () => ({
      list: [{ ...rest, name: "deposit", on, ...(on ? { setBy: "kim", reason: "the bank is away" } : {}) }],
    }),
    "/api/admin/site/pause": () => {
      on = true;
      return { paused: ["deposit"] };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Close: Deposits" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Close: Deposits" }));
  expect(within(dialog).getByRole("alert").textContent).toBe("Please give a reason.");
  expect(calls.some(({ path }) => path.endsWith("/pause"))).toBe(false);
  await userEvent.type(within(dialog).getByLabelText("Reason (visible to staff only)"), " the bank is away ");
  await userEvent.click(within(dialog).getByRole("button", { name: "Close: Deposits" }));
  await screen.findByRole("button", { name: "Reopen: Deposits" });
  expect(calls.find(({ path }) => path.endsWith("/pause"))?.body).toEqual({
    function: "deposit",
    on: true,
    reason: "the bank is away",
  });
  expect(screen.getByText("kim")).toBeDefined();
  expect(screen.getByText("the bank is away")).toBeDefined();
});

test("what fails says so and can be tried again", async () => {
  let fails = true;
  await open({
    "/api/admin/site/switches": () => (fails ? "E001" : { list: [{ ...rest, name: "points", on: true }] }),
  });
  const again = await screen.findByRole("button", { name: /again/i });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByRole("button", { name: "Reopen: Point conversion" })).toBeDefined();
});

const planned = {
  id: 7,
  name: "game/koi",
  name_KOR: "비단잉어 정원",
  name_ENG: "Koi Garden",
  state: "planned",
  begins: "2099-01-01T01:00:00Z",
  ends: "2099-01-01T03:00:00Z",
  announceMinutes: 60,
  texts: [{ lang: "ko", text: "점검" }],
  reason: "new pictures",
  version: 3,
  setBy: "kim",
  finished: null,
};
const listOf = (row: object) => () => ({ list: [row], pageInfo });
const saved = (calls: { path: string; body: unknown }[]) => calls.find(({ path }) => path.endsWith("/save"))?.body;

test("maintenance is scheduled by the site's clock, and not with times that cannot be", async () => {
  const calls = await open({ "/api/admin/maintenance/save": () => ({ id: 1 }) });
  await userEvent.click(await screen.findByRole("button", { name: "Schedule maintenance" }));
  const dialog = within(await screen.findByRole("dialog"));
  const [begins, ends] = [dialog.getByLabelText("Start"), dialog.getByLabelText("Planned end")];
  fireEvent.change(begins, { target: { value: "2020-01-01T10:00" } });
  fireEvent.change(ends, { target: { value: "2020-01-01T09:00" } });
  await userEvent.click(dialog.getByRole("button", { name: "Schedule maintenance" }));
  expect(dialog.getByText("The start must be in the future.")).toBeDefined();
  expect(dialog.getByText("The end must be after the start.")).toBeDefined();
  expect(dialog.getByText("Please give a reason.")).toBeDefined();
  expect(saved(calls)).toBeUndefined();
  fireEvent.change(begins, { target: { value: "2099-01-01T10:00" } });
  fireEvent.change(ends, { target: { value: "2099-01-01T12:30" } });
  await userEvent.click(dialog.getByRole("button", { name: "English" }));
  await userEvent.type(dialog.getByLabelText("Text to members (English)"), "New machines.");
  await userEvent.type(dialog.getByLabelText("Reason (visible to staff only)"), "new machines");
  await userEvent.click(dialog.getByRole("button", { name: "Schedule maintenance" }));
  await waitFor(() => expect(saved(calls)).toBeDefined());
  expect(saved(calls)).toEqual({
    name: "site",
    begins: "2099-01-01T01:00:00.000Z",
    ends: "2099-01-01T03:30:00.000Z",
    announceMinutes: 60,
    texts: [{ lang: "en", text: "New machines." }],
    reason: "new machines",
  });
});

test("a planned window is changed with its version, begun or cancelled; one that runs is extended or ended", async () => {
  let row: object = planned;
  const calls = await open({
    "/api/admin/maintenance/list": () => listOf(row)(),
    "/api/admin/maintenance/step": () => {
      row = { ...planned, state: "running", version: 4 };
      return {};
    },
    "/api/admin/maintenance/save": () => "C019",
  });
  expect(await screen.findByText("Koi Garden")).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel: Koi Garden" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Start now: Koi Garden" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Start now" }));
  expect(await screen.findByRole("button", { name: "End now: Koi Garden" })).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/step"))?.body).toEqual({ id: 7, version: 3, step: "begin" });
  expect(screen.queryByRole("button", { name: "Start now: Koi Garden" })).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Change the maintenance: Koi Garden" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByLabelText("Start"), "it has begun").toBeNull();
  fireEvent.change(dialog.getByLabelText("Planned end"), { target: { value: "2099-01-01T20:00" } });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/It was changed in the meantime/)).toBeDefined();
  expect(saved(calls)).toMatchObject({ id: 7, version: 4, name: "game/koi", begins: planned.begins });
  expect(saved(calls)).toMatchObject({ ends: "2099-01-01T11:00:00.000Z", announceMinutes: 60 });
});

test("a game is found by its name, and needed before it is sent", async () => {
  const calls = await open({
    "/api/admin/offer/games": () => ({
      list: [{ code: "koi", name_KOR: "비단잉어 정원", name_ENG: "Koi Garden", product: "Nami Atelier" }],
      pageInfo,
    }),
    "/api/admin/maintenance/save": () => "U044",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Schedule maintenance" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(dialog.getByLabelText("What is closed"), "game");
  await userEvent.click(dialog.getByRole("button", { name: "Schedule maintenance" }));
  expect(dialog.getByText("Please choose one.")).toBeDefined();
  await dialog.findByRole("option", { name: "Koi Garden (Nami Atelier)" });
  await userEvent.selectOptions(dialog.getByLabelText("Game"), "koi");
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "2099-01-01T10:00" } });
  fireEvent.change(dialog.getByLabelText("Planned end"), { target: { value: "2099-01-01T12:00" } });
  await userEvent.type(dialog.getByLabelText("Reason (visible to staff only)"), "x");
  await userEvent.click(dialog.getByRole("button", { name: "Schedule maintenance" }));
  expect(await dialog.findByText(/already scheduled for this time/)).toBeDefined();
  expect(saved(calls)).toMatchObject({ name: "game/koi" });
});
