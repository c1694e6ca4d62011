import { chromium } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
const O = "http://127.0.0.1:5199";
const ahead = (h) => new Date(Date.now() + h * 3600e3).toISOString();
const member = { memId: "golden7", memNick: "Gold", memName: "Kim", siteId: "demo", memLevel: 3, cashAmt: 1250000, pointAmt: 3200, recommendYn: "N", currency: "KRW", phoneMasked: "*", bankName: "KB", accountMasked: "*", accountHolder: "Kim", joinedAt: ahead(-900), betLocked: false, betPermitted: true, balanceVersion: 3, resting: false, restingUntil: null };
const session = { token: "x", expiresAt: ahead(2), topic: "t", hubKey: "A".repeat(43), shard: "s01", sid: "s", member, msgInfo: { newMsg: 0 } };
const site = { name: "Hubstake", currency: "KRW", timeZone: "Asia/Seoul", languages: ["vn", "ko", "en", "th", "cn", "jp"], recommendYn: "Y", sns1: "", sns1Link: "", sns2: "", sns2Link: "", sns3: "", sns3Link: "", pointChangeAmtLimit: 10000, pointChangeAmtUnit: 1000, autoLogoutMinutes: 30 };
const empty = { limits: [], timeoutUntil: null, excludedUntil: null, excluded: false, minutes: 60 };
const L = (kind, days, amount, used, pending = null) => ({ kind, days, amount, used, setAt: ahead(-100), pending });
const full = { ...empty, minutes: 30, limits: [L("deposit", 1, 50000000, 50000000), L("deposit", 7, 120000000, 53000000, { amount: 999999999999, from: ahead(-1), until: ahead(100) }), L("deposit", 30, 900000000000, 53000000), L("loss", 1, 100000, -30000), L("loss", 7, 300000, 120000, { amount: null, from: ahead(20), until: ahead(190) }), L("wager", 1, 1000000, 400000), L("session", 1, 120, 95), L("session", 7, 600, 300)], timeoutUntil: ahead(160) };
const figs = { startedAt: ahead(-1.7), now: ahead(0), staked: 123456789, won: 98765432, minutes: 30, open: false };
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
async function shot(name, { lang = "en", phone = false, state = full, guest = false, fail = false, open = false, act }) {
  const ctx = await b.newContext(phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile" } : { viewport: { width: 1440, height: 900 } });
  await ctx.addInitScript(([lang, guest]) => { localStorage.setItem("language", lang); if (!guest) localStorage.setItem("member-here", String(Date.now() - 5e6)); }, [lang, guest]);
  const page = await ctx.newPage();
  await page.route((u) => u.pathname.startsWith("/api/"), (r) => {
    const p = new URL(r.request().url()).pathname;
    const ok = (data) => r.fulfill({ json: { resultCode: "200", resultMessage: "SUCCESS", data, traceId: "t" } });
    if (p === "/api/getToken") return guest ? r.fulfill({ status: 401, json: { resultCode: "U029", resultMessage: "", data: {}, traceId: "t" } }) : ok(session);
    if (p === "/api/etc/siteOption") return ok(site);
    if (p === "/api/common/siteCheckInfo") return ok({ inspect: false, paused: [], text: "" });
    if (p === "/api/protection/session") return ok({ ...figs, open });
    if (p.startsWith("/api/protection/")) return fail ? r.fulfill({ status: 503, json: { resultCode: "E002", resultMessage: "", data: {}, traceId: "t" } }) : ok(state);
    if (p === "/api/cash/getUserCash") return ok({ cashAmt: 1250000, pointAmt: 3200, version: 3, balanceVersion: 3 });
    return ok({ list: [], pageInfo: { page: 1, countPerList: 10, total: 0, pages: 0 }, token: "x", expiresAt: ahead(1), hubKey: "A".repeat(43) });
  });
  page.on("pageerror", (e) => console.log(name, "error", e.message));
  await page.goto(O + "/member/mypage/protection");
  await page.waitForSelector("h1", { timeout: 12000 });
  await page.waitForTimeout(1500);
  if (act) await act(page);
  await page.waitForTimeout(400);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const axe = await new AxeBuilder({ page }).analyze();
  console.log(name, "overflow", wide, "axe", JSON.stringify(axe.violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.target.join(" "))])));
  await page.screenshot({ path: `/tmp/prot-shots/${name}.png`, fullPage: !act && !open });
  await ctx.close();
}
const only = process.argv[2];
const all = {
  "desktop-full": {}, "desktop-th": { lang: "th" }, "phone-vn": { lang: "vn", phone: true }, "phone-ko-empty": { lang: "ko", phone: true, state: empty },
  "desktop-empty": { state: empty }, "desktop-fail": { fail: true }, "desktop-guest": { guest: true, lang: "ko" },
  "reminder": { open: true, state: empty }, "reminder-phone": { open: true, phone: true, lang: "vn" },
  "limit-dialog": { state: empty, act: async (p) => { await p.getByRole("button", { name: "Set a limit: Stakes, 24 hours" }).click(); await p.getByLabel("Amount").fill("250000"); } },
  "exclude-phone": { phone: true, lang: "th", state: empty, act: async (p) => { await p.getByRole("button", { name: "ระงับตัวฉัน" }).click(); } },
};
for (const [n, o] of Object.entries(all)) if (!only || n.includes(only)) await shot(n, o).catch((e) => console.log(n, e.message.slice(0, 300)));
await b.close();
