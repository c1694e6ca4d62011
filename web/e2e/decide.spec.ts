import { expect } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { enter } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { openDesk, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const requests = texts("en", "requests");
const person = texts("en", "person");

test("staff reads the card of a withdrawal, refuses it for a usual reason, and finds it in the list and in the member's record", async ({
  browser,
  clerk,
}) => {
  const { memId, cashPin } = demo().member;
  const member = await browser.newContext();
  const desk = await openDesk(browser, clerk);
  const complaints = new Complaints(desk.context(), "staff");
  await enter(member, demo().member);
  const { idx } = await call(member.request, "/api/cash/out", { amount: 10_000, cashPin });

  await test.step("the card says what the decision needs, and the member's words are shown before they are sent", async () => {
    await desk.goto(staffPaths.home);
    await queued(desk, "out", memId).getByRole("button", { name: memId, exact: true }).click();
    const card = desk.getByRole("article", { name: admin("kind.out") });
    for (const text of ["decide.request", "decide.money", "decide.shared", "decide.bets"] as const)
      await expect(card.getByRole("heading", { name: admin(text), exact: true })).toBeVisible();
    await card.focus();
    await desk.keyboard.press("r");
    const dialog = desk.getByRole("dialog");
    await dialog.locator("select[name=template]").selectOption("bankClosed");
    await dialog.locator("textarea[name=memo]").fill("Until 9 a.m.");
    await expect(dialog.locator("blockquote")).toContainText("Until 9 a.m.");
    await shot(desk, "desk-refusal");
    await dialog.locator("button[type=submit]").click();
    await expect(queued(desk, "out", memId)).toHaveCount(0);
  });

  await test.step("the member has the money back and reads the reason", async () => {
    const { list } = await call(member.request, "/api/cash/list", { cashType: "out" });
    const own = list.find((one) => one.idx === idx);
    expect(own?.status).toBe(-2);
    expect(own?.memo).toContain("Until 9 a.m.");
  });

  await test.step("the list of all requests finds it, and its file is saved", async () => {
    await follow(desk, `${staffPaths.requests}?state=refused&member=${memId}`);
    const row = desk.getByRole("row").filter({ hasText: "Until 9 a.m." });
    await expect(row).toHaveCount(1);
    await shot(desk, "desk-requests");
    const file = desk.waitForEvent("download");
    const asked = desk.waitForResponse("**/requests.csv");
    await desk.getByRole("button", { name: requests("export") }).click();
    await desk.getByRole("button", { name: "Excel" }).click();
    await asked;
    await expect(desk.getByRole("button", { name: requests("export") })).toBeEnabled();
    expect((await file).suggestedFilename()).toBe("requests.xlsx");
    await row.getByRole("link", { name: memId }).click();
    await expect(desk.getByRole("heading", { level: 1, name: memId })).toBeVisible();
  });

  await test.step("the ledger explains both moves by the request", async () => {
    await desk.getByRole("tab", { name: person("tab.ledger") }).click();
    const moves = desk.getByRole("link", { name: person("source.request", { ref: String(idx) }) });
    await expect(moves).not.toHaveCount(0);
    await shot(desk, "desk-member-ledger");
    await moves.first().click();
    await expect(desk.getByRole("tab", { name: person("tab.requests") })).toHaveAttribute("aria-selected", "true");
  });
  complaints.expectNone();
});
