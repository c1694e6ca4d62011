import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "session");

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
  for (const page of [other, mine]) {
    await logIn(page, demo().member);
    await expectMember(page);
  }
  await mine.goto(paths.account);
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
