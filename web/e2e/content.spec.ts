import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { call } from "./support/api.ts";
import { speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { staffState } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("ko", "admin");
const VN = "Đêm hội trăng rằm";
const KO = "보름달 축제의 밤";

test("staff uploads a picture and writes a banner in two languages, and members see it", async ({ browser }) => {
  const [ofStaff, ofKorean, ofThai] = await Promise.all([
    browser.newContext({ storageState: staffState }),
    browser.newContext(),
    browser.newContext({ viewport: { width: 390, height: 844 } }),
  ]);
  await Promise.all([speak(ofStaff, "ko"), speak(ofKorean, "ko"), speak(ofThai, "th")]);
  const complaints = [ofStaff, ofKorean, ofThai].map((context, at) => new Complaints(context, `page ${at}`));
  const [staff, korean, thai] = await Promise.all([ofStaff.newPage(), ofKorean.newPage(), ofThai.newPage()]);

  await korean.goto(paths.home);
  await expect(korean.getByRole("heading", { level: 1 })).toBeAttached();
  const picture = await korean.screenshot({ clip: { x: 100, y: 60, width: 1000, height: 400 } });

  await staff.goto(`${paths.adminContent}?part=banners`);
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
  await next.click();
  await next.click();
  await expect(korean.getByText(KO)).toBeVisible();
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
  for (const complaint of complaints) complaint.expectNone();
});
