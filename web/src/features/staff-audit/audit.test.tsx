import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Right } from "#shared/api/contract.gen.ts";
import { addAuditTexts } from "#shared/i18n/audit-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { memberOf } from "./audit.ts";
import { AuditPage } from "./audit-page.tsx";
import { detailOf } from "./detail.ts";

beforeAll(async () => {
  await startI18n("admin");
  await addAuditTexts();
});
afterEach(() => vi.unstubAllGlobals());

const entry = (idx: number, action: string, detail: Record<string, unknown> = {}) => ({
  idx,
  at: "2026-11-23T03:00:00Z",
  actor: "kim",
  ip: idx === 1 ? "" : "192.0.2.7",
  action,
  target: "minsu",
  detail,
});

async function open(rights: Right[], more: Parameters<typeof stubApi>[0] = {}) {
  const list = [
    entry(3, "member.settings", { was: { level: 1, login: true }, is: { level: 2, login: true } }),
    entry(2, "future.action", { reason: "new" }),
    entry(1, "approval.expire"),
  ];
  const calls = stubApi({
    "/api/admin/audit/list": () => ({ list, pageInfo: { page: 1, pages: 1, total: 3, countPerList: 50 } }),
    "/api/admin/view/list": () => ({ list: [] }),
    ...more,
  });
  const root = createRootRoute({ component: AuditPage });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "auditor", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  await screen.findByRole("row", { name: /future/ });
  return calls;
}

const details = () => within(screen.getByRole("complementary", { name: "Details" }));

test("an entry shows what it changed; an action without words is shown by its name", async () => {
  await open(["audit", "member"]);
  expect(screen.getByRole("row", { name: /future\.action/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /Approval request expired.*A program/ })).toBeDefined();
  await userEvent.click(screen.getByRole("row", { name: /Permissions or level changed/ }));
  await details().findByRole("heading", { name: "Permissions or level changed" });
  const changed = details().getByRole("row", { name: /level/ });
  expect(
    within(changed)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["1", "2"]);
  expect(details().queryByRole("row", { name: /login/ })).toBeNull();
  expect(details().getByRole("link", { name: "Open the member" }).getAttribute("href")).toContain("member=minsu");
});

test("without the right for members no entry leads to one", async () => {
  await open(["audit"]);
  await userEvent.click(screen.getByRole("row", { name: /Permissions or level changed/ }));
  await details().findByRole("heading", { name: "Permissions or level changed" });
  expect(details().queryByRole("link")).toBeNull();
});

test("the filters of the page are those of the list and of its file", async () => {
  const calls = await open(["audit"], { "/api/admin/audit/export.csv": () => new Blob(["No"]) });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Who" }), "kim");
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path.endsWith("/list"))?.body).toMatchObject({ actor: "kim", page: 1 }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  await userEvent.click(screen.getByRole("button", { name: "Excel (XLSX)" }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith(".csv"))?.body).toEqual({ actor: "kim", action: "", target: "" }),
  );
});

test("the record is verified stretch by stretch, and what is wrong is named", async () => {
  let broken = false;
  const calls = await open(["audit"], {
    "/api/admin/audit/verify": ({ upTo }) => ({
      from: upTo === undefined ? 5_001 : 1,
      to: upTo ?? 10_000,
      since: "2026-11-01T00:00:00Z",
      complete: upTo !== undefined,
      faults: broken ? [{ idx: 4_711, missing: true }] : [],
    }),
  });
  await userEvent.click(screen.getByRole("button", { name: "Verify the record" }));
  expect(await screen.findByText(/Entries 5,001 to 10,000 are as they were written/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Check older entries" }));
  expect(await screen.findByText(/Entries 1 to 10,000 .* These are all entries\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Check older entries" })).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith("/verify")).map(({ body }) => body)).toEqual([{}, { upTo: 5_000 }]);
  broken = true;
  await userEvent.click(screen.getByRole("button", { name: "Verify the record" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/tampered/);
  expect(screen.getByText("Entry 4,711 is missing.")).toBeDefined();
});

test("details are read as changes and values, however deep", () => {
  expect(detailOf({ was: null, is: { a: { b: 1 }, list: ["x", "y"], streaks: [{ days: 3 }] }, version: 2 })).toEqual({
    changes: [
      { name: "a.b", before: "–", after: "1" },
      { name: "list", before: "–", after: "x, y" },
      { name: "streaks.1.days", before: "–", after: "3" },
    ],
    values: [{ name: "version", value: "2" }],
  });
  expect(detailOf({ is: "normal", reason: "" })).toEqual({
    changes: [],
    values: [
      { name: "is", value: "normal" },
      { name: "reason", value: "–" },
    ],
  });
  expect(memberOf(entry(1, "inquiry.close", { member: "jiwoo" }))).toBe("jiwoo");
  expect(memberOf(entry(1, "staff.add", {}))).toBeUndefined();
});
