import { expect } from "@playwright/test";
import { partnerPaths } from "../src/shared/partner/paths.ts";
import { paths } from "../src/shared/paths.ts";
import { ask, call, newestPost } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { enter, expectMember, speak } from "./support/member-page.ts";
import { guestPages, memberPages, staffPages } from "./support/pages.ts";
import { confirmBy } from "./support/staff.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { expectAccessible, walk } from "./support/walk.ts";

/* An untouched page is quiet while nothing happens: no other test may make anything happen meanwhile (playwright.config.ts). */

test("guests' pages are accessible, fit, stand still and are quiet, whatever fails", async ({ browser }) => {
  await walk(browser, { who: "guest", pages: [...guestPages, paths.slots, paths.preload] });
});

test("members' pages are accessible, fit, stand still and are quiet, whatever fails", async ({ browser, request }) => {
  const [notice, event] = await Promise.all(["notice", "event"].map((kind) => newestPost(request, kind)));
  const { list: studios } = await call(request, "/api/common/productList", { groupCode: "slot" });
  const pages = [
    ...memberPages,
    paths.results,
    paths.minigames,
    paths.esport,
    paths.studio.replace("$procId", String(studios[0]?.procId)),
    paths.notice.replace("$boardIdx", String(notice)),
    paths.event.replace("$boardIdx", String(event)),
  ];
  await walk(browser, { who: "member", pages, enter: (context) => enter(context, demo().member) });
});

test("the back office is accessible and quiet, whatever fails", async ({ browser, clerk }) => {
  await walk(browser, { who: "staff", pages: staffPages, office: true, storageState: clerk.state });
});

test("partners' pages are named and quiet, whatever fails", async ({ browser }) => {
  await walk(browser, {
    who: "partner",
    pages: Object.values(partnerPaths),
    office: true,
    axe: false, // the first page has two regions of one name
    async enter(context) {
      const { memId, memPass } = demo().partner;
      await confirmBy(demo().partner, async (otp) => {
        const { resultCode } = await ask(context.request, "/api/partner/login", { memId, memPass, otp });
        return resultCode === "200";
      });
      await context.addInitScript(() => {
        if (location.protocol.startsWith("http")) localStorage.setItem("partner-here", "1");
      });
    },
  });
});

test("the dialog of the login and the member's panel are accessible", async ({ page, context }) => {
  const t = texts("en", "common");
  await speak(context, "en");
  await page.goto(paths.home);
  const banner = page.getByRole("banner");
  await banner.getByRole("button", { name: t("login.open") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "login");
  await page.getByRole("dialog").locator("input[name=memId]").fill(demo().member.memId);
  await page.getByRole("dialog").locator("input[name=memPass]").fill(demo().member.memPass);
  await page.keyboard.press("Enter");
  await expectMember(page);
  await banner.getByRole("button", { name: t("panel.open", { nick: demo().member.memNick }) }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "the member's panel");
});
