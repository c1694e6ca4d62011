import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("ko", "admin");
const VN = "Đêm hội trăng rằm";
const KO = "보름달 축제의 밤";

test("staff uploads pictures, writes a banner and an event in two languages, and members see them", async ({
  browser,
  clerk,
}) => {
  const [ofStaff, ofKorean, ofThai] = await Promise.all([
    browser.newContext({ storageState: clerk.state }),
    browser.newContext(),
    browser.newContext({ viewport: { width: 390, height: 844 } }),
  ]);
  await Promise.all([speak(ofStaff, "ko"), speak(ofKorean, "ko"), speak(ofThai, "th")]);
  const complaints = [ofStaff, ofKorean, ofThai].map((context, at) => new Complaints(context, `page ${at}`));
  const [staff, korean, thai] = await Promise.all([ofStaff.newPage(), ofKorean.newPage(), ofThai.newPage()]);

  await staff.goto(`${staffPaths.content}?part=banners`);
  await expect(staff.getByRole("heading", { level: 1 })).toBeVisible();
  const picture = await staff.screenshot({ clip: { x: 100, y: 60, width: 1000, height: 400 } });
  await staff.getByRole("button", { name: t("content.add.banner") }).click();
  const dialog = staff.getByRole("dialog");
  const file = dialog.locator("input[type=file]");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await file.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: svg });
  await expect(dialog.getByRole("alert")).toContainText("PNG, JPEG");
  await shot(staff, "content-refused");
  await file.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: picture });
  await expect(dialog.getByRole("img", { name: t("content.picture.uploaded") })).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.locator("input[name='texts.vn.title']").fill(VN);
  await dialog.getByRole("button", { name: /^한국어/ }).click();
  await dialog.locator("input[name='texts.ko.title']").fill(KO);
  await expect(dialog.getByRole("region", { name: t("content.preview") })).toContainText(KO);
  await shot(staff, "content-form");
  await dialog.getByRole("button", { name: t("content.save") }).click();
  await expect(dialog).toHaveCount(0);
  const row = staff.getByRole("row").filter({ hasText: KO });
  await expect(row).toBeVisible();
  await shot(staff, "content-list");

  for (const [page, title] of [
    [korean, KO],
    [thai, VN],
  ] as const) {
    await page.goto(paths.home);
    const slide = page.getByRole("group", { includeHidden: true }).filter({ hasText: title });
    await expect(slide).toBeAttached();
    const shown = page.locator("img[src^='/api/picture/']");
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  }
  const next = korean.getByRole("button", { name: texts("ko", "main")("banner.next"), exact: true });
  // The slides go on by themselves until the pointer holds them: which one is shown now is not known.
  await expect(async () => {
    await next.click();
    await expect(korean.getByText(KO)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await shot(korean, "content-member");

  // A changed source marks its translations until they are checked.
  await row.getByRole("button", { name: t("content.editOf", { title: KO }) }).click();
  await dialog.getByRole("button", { name: /^Tiếng Việt/ }).click();
  await dialog.locator("input[name='texts.vn.title']").fill(`${VN} 2026`);
  await dialog.getByRole("button", { name: t("content.save") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(`KO !(${t("content.status.changed")})`);
  await row.getByRole("button", { name: t("content.editOf", { title: KO }) }).click();
  await dialog.getByRole("button", { name: /^한국어/ }).click();
  await dialog.getByLabel(t("content.field.checked")).check();
  await dialog.getByRole("button", { name: t("content.device.phone") }).click();
  await shot(staff, "content-changed");
  await dialog.getByRole("button", { name: t("content.save") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(`KO ✓(${t("content.status.done")})`);

  const { list } = await call(staff.request, "/api/admin/banner/list", { page: 1, count_per_list: 50 });
  for (const { idx = 0, texts: written } of list.filter((one) => one.texts.some(({ title }) => title === KO))) {
    expect(written).toHaveLength(2);
    await call(staff.request, "/api/admin/banner/delete", { idx });
  }

  // A post, with a picture that was uploaded before.
  const [vn, ko] = ["Vòng quay mùa đông", "겨울 룰렛"];

  await follow(staff, `${staffPaths.content}?part=event`);
  await staff.getByRole("button", { name: t("content.add.post") }).click();
  const other = await staff.screenshot({ clip: { x: 0, y: 0, width: 800, height: 450 } });
  await dialog.locator("input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: other });
  const shown = dialog.getByRole("img", { name: t("content.picture.uploaded") });
  await expect(shown).toBeVisible();
  const address = await shown.getAttribute("src");
  await dialog.getByRole("button", { name: t("content.picture.remove") }).click();
  await dialog.getByRole("button", { name: t("content.picture.choose") }).click();
  await expect(dialog.locator(`button img[src="${address}"]`)).toBeVisible();
  await shot(staff, "post-pictures");
  await dialog.locator(`button:has(img[src="${address}"])`).click();
  await expect(shown).toHaveAttribute("src", String(address));

  await dialog.locator("input[name='texts.vn.title']").fill(vn);
  await dialog.locator("textarea[name='texts.vn.content']").fill("Quay mỗi ngày.");
  await dialog.getByRole("button", { name: /^한국어/ }).click();
  await dialog.locator("input[name='texts.ko.title']").fill(ko);
  await dialog.locator("textarea[name='texts.ko.content']").fill("매일 돌려 보세요.");
  const preview = dialog.getByRole("region", { name: t("content.preview") }).last();
  await expect(preview).toContainText(ko);
  await shot(staff, "post-form");
  await dialog.getByRole("button", { name: t("content.device.phone") }).click();
  await shot(staff, "post-form-phone");
  await dialog.getByRole("button", { name: t("content.save") }).click();
  await expect(dialog).toHaveCount(0);
  const event = staff.getByRole("row").filter({ hasText: ko });
  await expect(event).toContainText(`VN ●(${t("content.status.source")})`);
  await expect(event).toContainText(`KO ✓(${t("content.status.done")})`);
  await shot(staff, "post-list");

  for (const [page, language, title, text] of [
    [korean, "ko", ko, "매일 돌려 보세요."],
    [thai, "th", vn, "Quay mỗi ngày."],
  ] as const) {
    await logIn(page, demo().member, language);
    await expectMember(page);
    await follow(page, paths.events);
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText(text)).toBeVisible();
    const drawn = page.locator(`img[src="${address}"]`);
    await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    await shot(page, `post-member-${language}`);
    await page.close(); // the login of the next one ends its session
  }

  // Of two who change the post the second is told.
  const second = await ofStaff.newPage();
  await second.goto(`${staffPaths.content}?part=event`);
  const edit = t("content.editOf", { title: ko });
  await second.getByRole("button", { name: edit }).click();
  await staff.getByRole("button", { name: edit }).click();
  await dialog.getByRole("button", { name: /^Tiếng Việt/ }).click();
  await dialog.locator("input[name='texts.vn.title']").fill(`${vn} 2026`);
  await dialog.getByRole("button", { name: t("content.save") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(event).toContainText(`KO !(${t("content.status.changed")})`);
  await second
    .getByRole("dialog")
    .getByRole("button", { name: t("content.save") })
    .click();
  await expect(second.getByRole("dialog").getByRole("alert")).toContainText(t("content.stale"));
  await shot(second, "post-stale");

  await event.getByRole("button", { name: t("content.hideOf", { title: ko }) }).click();
  await expect(event).toContainText(t("content.hidden"));
  for (const complaint of complaints) complaint.expectNone();
});
