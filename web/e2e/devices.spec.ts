import { type APIRequestContext, expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { call } from "./support/api.ts";
import { comeIn, expectMember, speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "session");

/** Sets what a second login of a member does: as a rule it ends the first (D-10). */
async function setSecondLogin(request: APIRequestContext, multiLogin: "allow" | "kick"): Promise<void> {
  const { version } = await call(request, "/api/admin/site/settings", {});
  await call(request, "/api/admin/site/settings/save", { version, values: { multiLogin } });
}

test.beforeEach(async ({ browser, clerk }) => {
  const { request } = await browser.newContext({ storageState: clerk.state });
  await setSecondLogin(request, "allow");
});

test.afterEach(async ({ browser, clerk }) => {
  const { request } = await browser.newContext({ storageState: clerk.state });
  await setSecondLogin(request, "kick");
});

test("a member ends the session of another device, and it is out at once", async ({ browser }) => {
  const [mine, other] = await Promise.all(
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36", "Mozilla/5.0 (X11; Linux) Gecko Firefox/133.0"].map(
      async (userAgent) => {
        const context = await browser.newContext({ userAgent });
        await speak(context, "en");
        return await context.newPage();
      },
    ),
  );
  if (!mine || !other) throw new Error("two pages are needed");
  await comeIn(other, paths.home);
  await comeIn(mine, paths.account);
  const device = mine.getByRole("listitem").filter({ hasText: "Firefox · Linux" });
  await expect(device).toBeVisible();
  await expect(mine.getByRole("listitem").filter({ hasText: "Chrome · Windows" })).toContainText(t("devices.current"));
  await shot(mine, "devices-1");
  await device.getByRole("button").click();
  await mine
    .getByRole("dialog")
    .getByRole("button", { name: t("devices.end"), exact: true })
    .click();
  await expect(device).toHaveCount(0);
  await expect(other.getByRole("dialog")).toContainText(t("notice.device"));
  await expect(
    other
      .getByRole("banner")
      .getByRole("button", { name: texts("en", "common")("login.open") })
      .first(),
  ).toBeAttached();
  await expectMember(mine);
});
