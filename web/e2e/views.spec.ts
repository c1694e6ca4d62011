import { expect } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const common = texts("en", "common");
const offer = texts("en", "offer");

test("a saved view of a list follows the person to another device, where it is renamed and deleted", async ({
  browser,
  clerk,
}) => {
  const [first, second] = await Promise.all(
    [1440, 390].map((width) =>
      browser.newContext({ storageState: clerk.state, viewport: { width, height: width === 390 ? 844 : 900 } }),
    ),
  );
  if (!first || !second) throw new Error("two devices are needed");
  const complaints = [new Complaints(first, "desk"), new Complaints(second, "phone")];
  await Promise.all([first, second].map((context) => speak(context, "en")));
  const [desk, phone] = await Promise.all([first.newPage(), second.newPage()]);
  const name = `Large ${Date.now()}`;

  await desk.goto(`${staffPaths.requests}?kind=out&min=5000`);
  await desk.getByRole("button", { name: common("table.columns") }).click();
  await desk.getByRole("dialog").getByRole("checkbox").last().uncheck();
  await desk.keyboard.press("Escape");
  await desk.getByRole("button", { name: admin("views.save") }).click();
  await desk.getByRole("dialog").getByLabel(admin("views.name")).fill(name);
  await shot(desk, "views-save");
  await desk
    .getByRole("dialog")
    .getByRole("button", { name: admin("views.save") })
    .click();
  await expect(desk.getByRole("button", { name, exact: true, pressed: true })).toBeVisible();
  await shot(desk, "views-1440");

  await phone.goto(staffPaths.requests);
  await phone.getByRole("button", { name, exact: true, pressed: false }).click();
  await expect(phone).toHaveURL(/kind=out&min=5000/);
  await expect(phone.getByRole("button", { name, exact: true, pressed: true })).toBeVisible();
  await shot(phone, "views-390");
  await phone.getByRole("button", { name: admin("views.manage") }).click();
  const dialog = phone.getByRole("dialog");
  await dialog.getByLabel(admin("views.nameOf", { name })).fill(`${name} ones`);
  await dialog.getByRole("button", { name: admin("views.renameOf", { name }) }).click();
  const renamed = `${name} ones`;
  await expect(dialog.getByLabel(admin("views.nameOf", { name: renamed }))).toBeVisible();
  await shot(phone, "views-manage-390");
  await dialog.getByRole("button", { name: admin("views.deleteOf", { name: renamed }) }).click();
  await expect(dialog.getByRole("button", { name: admin("views.deleteOf", { name: renamed }) })).toHaveCount(0);
  for (const one of complaints) one.expectNone();
});

test("the page of providers says how calls went and leads to what is open", async ({ browser, clerk }) => {
  const desk = await openDesk(browser, clerk);
  const complaints = new Complaints(desk.context(), "staff");
  await desk.goto(staffPaths.offer);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await desk.setViewportSize({ width, height });
    await follow(desk, staffPaths.offer);
    await expect(desk.getByText(/\bsim\b/).first()).toBeVisible();
    await shot(desk, `providers-${width}`);
    for (const kind of ["transfers", "rounds", "debts"] as const) {
      await follow(desk, `${staffPaths.offer}?open=${kind}&vendor=sim`);
      const list = offer(`open.${kind}`);
      await expect(desk.getByRole("heading", { name: offer("open.title", { list, name: "sim" }) })).toBeVisible();
      await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
      await shot(desk, `providers-${kind}-${width}`);
    }
  }
  complaints.expectNone();
});
