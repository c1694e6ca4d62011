import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const words: Record<string, string> = {};
for (const file of globSync("shared/i18n/locales/en/*.json", { cwd: root })) {
  for (const [key, text] of Object.entries(JSON.parse(read(file)) as Record<string, string>))
    words[`${path.basename(file, ".json")}:${key}`] = text;
}

interface ActDialog {
  /** The file of the dialog, below features or shared. */
  file: string;
  /** The text that names its subject: the member, the bet, the match, the amount. */
  names: string;
  /** The verbs on its button. */
  verbs: string[];
  /** The text that says that a second person is needed, of dialogs that learn it together with what they show; without one WhoDecides says it. */
  second?: string;
}

const SETTINGS = "features/staff-settings/review-dialog.tsx";
const PROMOS = "features/staff-promos/review-dialog.tsx";

/** The dialogs of each power of staff. Lists of changes, or the form itself, name the subject where a text has no place for it: names is empty. */
const dialogs: Record<string, ActDialog[]> = {
  "account.on": [
    { file: "features/staff-deposit-accounts/use-dialog.tsx", names: "accounts:useTitle", verbs: ["accounts:use"] },
  ],
  "agent.reset": [
    { file: "features/staff-partners/logins.tsx", names: "partners:resetTitle", verbs: ["partners:reset"] },
  ],
  "cash.approve": [
    {
      file: "features/staff-live/approve-dialog.tsx",
      names: "admin:approve.in.title",
      verbs: ["admin:approve.in.confirm", "admin:approve.out.confirm", "admin:approve.ask"],
      second: "admin:approve.second",
    },
  ],
  "cash.correct": [
    {
      file: "features/staff-members/correct-dialog.tsx",
      names: "admin:correct.title",
      verbs: ["admin:correct.submitGive", "admin:correct.submitTake"],
    },
  ],
  "casino.win.paid": [
    {
      file: "features/staff-offer/held-wins.tsx",
      names: "offer:win.payTitle",
      verbs: ["offer:win.payAsk", "offer:win.refuseAsk"],
    },
  ],
  "commission.paid": [
    {
      file: "features/staff-commissions/day-statements.tsx",
      names: "commissions:payTitle",
      verbs: ["commissions:pay"],
    },
    {
      file: "features/staff-commissions/day-statements.tsx",
      names: "commissions:payAllTitle",
      verbs: ["commissions:pay"],
    },
  ],
  "coupon.issue": [
    {
      file: "features/staff-promos/coupon-dialog.tsx",
      names: "admin:coupon.submit",
      verbs: ["admin:coupon.submit"],
    },
  ],
  "details.approve": [
    { file: "features/staff-details/waiting.tsx", names: "details:approveTitle", verbs: ["details:approve"] },
  ],
  "gift.send": [
    { file: "features/staff-promos/gift-dialog.tsx", names: "admin:gift.submit", verbs: ["admin:gift.submit"] },
  ],
  "member.move": [
    { file: "features/staff-members/referrer.tsx", names: "person:referrer.dialog", verbs: ["person:referrer.open"] },
  ],
  "member.partner": [
    { file: "features/staff-members/mark-dialog.tsx", names: "person:office.dialog", verbs: ["person:office.open"] },
  ],
  "member.settings": [
    {
      file: "features/staff-members/settings-form.tsx",
      names: "admin:card.settings.ask",
      verbs: ["admin:card.settings.save"],
    },
  ],
  "minigame.void": [
    {
      file: "features/staff-minigame/void-dialog.tsx",
      names: "trading:draws.voidTitle",
      verbs: ["trading:draws.void"],
    },
  ],
  "partner.correct": [
    {
      file: "features/staff-partners/pt-dialog.tsx",
      names: "partners:ptTitle",
      verbs: ["partners:ptSubmitCredit", "partners:ptSubmitDebit"],
    },
  ],
  "partner.rates": [
    { file: "features/staff-partners/rates-form.tsx", names: "partners:ratesAsk", verbs: ["partners:setRates"] },
  ],
  "partner.rights": [
    { file: "features/staff-partners/rights-form.tsx", names: "partners:rightsAsk", verbs: ["partners:setRights"] },
  ],
  "promo.setting": [
    { file: PROMOS, names: "", verbs: ["admin:promos.ask", "admin:promos.save"], second: "admin:promos.second" },
  ],
  "reset.confirm": [
    { file: "features/staff-resets/waiting.tsx", names: "admin:reset.confirmTitle", verbs: ["admin:reset.confirm"] },
  ],
  "site.settings": [
    {
      file: SETTINGS,
      names: "",
      verbs: ["settings:review.ask", "settings:review.plan", "settings:review.save"],
      second: "settings:review.second",
    },
    { file: "features/staff-settings/history.tsx", names: "settings:history.title", verbs: ["settings:history.do"] },
  ],
  "sports.correct": [
    {
      file: "shared/staff/corrections/correction-dialog.tsx",
      names: "corrections:title.betOf",
      verbs: ["corrections:submit", "corrections:submit.bet", "corrections:submit.undo"],
    },
  ],
  "sports.offer": [
    {
      file: "features/staff-sports/sport-dialog.tsx",
      names: "trading:offTitle",
      verbs: ["trading:offOf", "trading:onOf"],
    },
  ],
  "sports.result": [
    {
      file: "features/staff-sports/result-dialog.tsx",
      names: "trading:enterTitle",
      verbs: ["trading:enter", "trading:correct"],
    },
  ],
  "sports.unvoidbets": [
    {
      file: "features/staff-sports/placed-dialog.tsx",
      names: "trading:placedUndoTitle",
      verbs: ["trading:unvoid"],
    },
  ],
  "sports.void": [
    {
      file: "features/staff-sports/void-dialog.tsx",
      names: "trading:voidTitle",
      verbs: ["trading:void", "trading:unvoid"],
    },
  ],
  "sports.voidbets": [
    {
      file: "features/staff-sports/placed-dialog.tsx",
      names: "trading:placedTitle",
      verbs: ["trading:placedSubmit"],
    },
  ],
  "staff.change": [
    {
      file: "features/staff-accounts/account-dialog.tsx",
      names: "admin:staff.changeTitle",
      verbs: ["admin:staff.save", "admin:staff.add"],
    },
    {
      file: "features/staff-accounts/account-dialogs.tsx",
      names: "admin:staff.recoverTitle",
      verbs: ["admin:staff.recover", "admin:staff.end", "admin:staff.reopen"],
    },
  ],
  "vendor.add": [{ file: "features/staff-offer/add-vendor.tsx", names: "", verbs: ["offer:addVendor"] }],
  "vendor.key.rotate": [
    { file: "features/staff-offer/keys-dialog.tsx", names: "offer:endKeyTitle", verbs: ["offer:endKeyAsk"] },
    { file: "features/staff-offer/keys-dialog.tsx", names: "offer:keysTitle", verbs: ["offer:rotate"] },
  ],
};

/** The acts of staff with money, as the server lists them. */
function powers(): string[] {
  const source = readFileSync(path.join(root, "../../internal/operator/approval/powers.go"), "utf8");
  return [...new Set([...source.matchAll(/\{Act: "([a-z.]+)"/g)].map(([, act = ""]) => act))].sort();
}

/** Words that say nothing of the act. */
const empty = /^(ok|okay|yes|no|confirm|submit|send|save|continue|go|do it|apply|change|done)[.!]?$/i;

const keyIn = (code: string, key: string) => {
  const bare = key.slice(key.indexOf(":") + 1);
  // A part of a key may be chosen by what the dialog is about.
  const parts = bare.split(".").map((part) => `(?:${part}|\\$\\{[^}]*\\})`);
  return new RegExp(`["'\`](?:[a-z-]+:)?${parts.join("\\.")}["'\`]`).test(code);
};

test("every power of staff has a dialog", () => {
  expect(powers().length).toBeGreaterThan(20);
  expect(Object.keys(dialogs).sort()).toEqual(powers());
});

test.each(Object.entries(dialogs).flatMap(([act, all]) => all.map((one) => ({ act, ...one }))))(
  "the dialog of $act in $file names its subject, its act and who decides",
  ({ act, file, names, verbs, second }) => {
    const code = read(file);
    if (names !== "") {
      expect(words[names], names).toMatch(/\{\{/);
      expect(keyIn(code, names), names).toBe(true);
    }
    for (const verb of verbs) {
      expect(words[verb], verb).not.toMatch(empty);
      expect(words[verb] ?? "", verb).not.toBe("");
      expect(keyIn(code, verb), verb).toBe(true);
    }
    if (second !== undefined) {
      expect(words[second], second).toMatch(/second person|colleague/i);
      expect(keyIn(code, second), second).toBe(true);
    } else {
      expect(code).toMatch(new RegExp(`(act=|power=|power: )"${act.replaceAll(".", "\\.")}"`));
    }
  },
);

/** The texts on the button of every dialog of the back office and the partner area that asks again. */
function confirmKeys(): string[] {
  const found: string[] = [];
  for (const file of globSync("{features/{staff,partner}-*,shared/{staff,office,partner}}/**/*.tsx", { cwd: root })) {
    if (file.endsWith(".test.tsx")) continue;
    const code = read(file);
    for (const [, of = ""] of code.matchAll(/\bconfirm(?:=\{|: )t\(([^;]*?)[,)]\s*[})\n,]/g))
      for (const [, key = ""] of of.matchAll(/"([A-Za-z][\w.:-]*)"/g)) found.push(`${file} ${key}`);
  }
  return found;
}

test("no dialog that asks again has a button without the verb of its act", () => {
  const keys = confirmKeys();
  expect(keys.length).toBeGreaterThan(40);
  const bad = keys.filter((one) => {
    const key = one.slice(one.indexOf(" ") + 1);
    const texts = Object.entries(words).filter(([name]) => name === key || name.slice(name.indexOf(":") + 1) === key);
    return texts.length > 0 && texts.every(([, text]) => empty.test(text));
  });
  expect(bad).toEqual([]);
});

test("that a second person was asked is said in one place", () => {
  const files = globSync("{features,shared}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const own = files.filter((file) => /t\("(?:api:)?U035"\)/.test(read(file)));
  expect(own).toEqual(["shared/staff/use-said.ts"]);
});
