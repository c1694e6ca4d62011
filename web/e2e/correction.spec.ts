import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { cashOf, cashShown, comeIn, expectCash, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { fill, findMatch, place, STAKE } from "./support/sports-page.ts";
import { openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const trading = texts("en", "trading");
const corrections = texts("en", "corrections");
const bets = texts("en", "bet");
const sports = texts("en", "sports");

const SOURCE = "the league's page";
const REASON = "the league corrected the score";

/** Asks for a result of the match whose dialog is open, and has a colleague approve it. */
async function enter(desk: Page, colleague: Page, home: number, away: number, reason: string): Promise<void> {
  const dialog = desk.getByRole("dialog");
  await dialog.locator("input[name=fullHome]").fill(String(home));
  await dialog.locator("input[name=fullAway]").fill(String(away));
  await dialog.locator("input[name=source]").fill(SOURCE);
  await dialog.locator("input[name=reason]").fill(reason);
  await shot(desk, "desk-result");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog).toHaveCount(0);
  const name = admin("approval.approveResult");
  await follow(colleague, staffPaths.approvals);
  await colleague.getByRole("article").filter({ hasText: reason }).getByRole("button", { name }).click();
  await colleague.getByRole("dialog").getByRole("button", { name }).click();
  await expect(colleague.getByRole("dialog")).toHaveCount(0);
}

test("a result and its correction need two persons; the member's money follows, and the history explains it (S-72)", async ({
  browser,
  clerk,
  colleague,
}) => {
  const guest = await browser.newContext();
  await speak(guest, "en");
  const page = await guest.newPage();
  const [desk, second] = [await openDesk(browser, clerk), await openDesk(browser, colleague)];
  const complaints = [new Complaints(guest, "guest"), new Complaints(desk.context(), "staff")];
  await second.goto(staffPaths.approvals);
  await comeIn(page, paths.home);

  const { match, before } = await test.step("a bet on the home side of a match in play is accepted", async () => {
    for (;;) {
      const before = await cashOf(page);
      const match = await findMatch(page, true);
      await fill(page, match);
      await place(page);
      const accepted = page.getByText(sports("placed.placed"));
      await expect(accepted.or(page.getByText(sports("placed.refused")))).toBeVisible();
      if (await accepted.isVisible()) return { match, before };
    }
  });
  await expectCash([page], before - STAKE);
  const name = sports("match", { home: match.home, away: match.away });
  const open = async (state: "live" | "over", button: string) => {
    const address = `${staffPaths.sports}?state=${state}&q=${encodeURIComponent(match.home)}`;
    await (desk.url() === "about:blank" ? desk.goto(address) : follow(desk, address));
    await desk.getByRole("button", { name: button, exact: true }).click();
  };

  await test.step("staff enters a win of the home side, and the member is paid without a reload", async () => {
    await open("live", trading("enterOf", { name }));
    await enter(desk, second, 9, 0, "the feed is silent");
    await expect.poll(() => cashShown(page), { message: "the win" }).toBeGreaterThan(before);
  });

  await test.step("staff corrects the score, and settles the ended bets again", async () => {
    await open("over", trading("correctOf", { name }));
    await enter(desk, second, 0, 9, "read again");
    await open("over", corrections("openOf", { name }));
    const dialog = desk.getByRole("dialog");
    await dialog.locator("input[name=reason]").fill(REASON);
    await shot(desk, "desk-correction");
    await dialog.locator("button[type=submit]").click();
    await expect(dialog).toHaveCount(0);
    await expectCash([page], before - STAKE);
  });

  await test.step("the member's history shows both results, and why", async () => {
    await follow(page, `${paths.bets}?gameType=sports`);
    const bet = page.getByRole("table").getByRole("row").filter({ hasText: match.home });
    await expect(bet, "the list of before the correction is over").toContainText(bets("result.FAIL"));
    await bet.click();
    const detail = page.getByRole("dialog");
    await expect(detail.getByRole("heading", { name: sports("corrected.title") })).toBeVisible();
    await expect(detail).toContainText(sports("corrected.reason", { reason: REASON }));
    await shot(page, "bet-corrected");
  });
  for (const one of complaints) one.expectNone();
});
