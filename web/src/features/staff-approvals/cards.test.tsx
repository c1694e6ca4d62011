import { readFileSync } from "node:fs";
import path from "node:path";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addAuditTexts } from "#shared/i18n/audit-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { type Approval, kindText } from "./approvals.ts";
import { Waiting } from "./waiting.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await Promise.all([addSportsTexts(), addAuditTexts()]);
});
afterEach(() => vi.unstubAllGlobals());

/** The kinds, as the server has them. */
const source = readFileSync(path.join(import.meta.dirname, "../../../../internal/operator/site/approval.go"), "utf8");
const kinds = [...source.matchAll(/^\t\w+ +ApprovalKind = "([^"]+)"/gm)].map(([, kind = ""]) => kind);

const cash = {
  idx: 7,
  memName: "K** M***",
  depositor: "D** E***",
  bank: "Harbor Bank",
  accountNo: "******4590",
  accountHolder: "H** O***",
  nameDiffers: false,
  requestedAt: "2026-11-23T02:00:00Z",
  memberCash: 71_234,
  turnover: 8_765,
  reopened: 0,
  owed: 4_321,
  bonuses: [],
};
const person = {
  memName: "A** B***",
  phone: "*****1111",
  bankName: "Old Bank",
  accountNo: "***22",
  accountHolder: "A** B***",
};

/** Of each kind: what the first person saw, and which of it the card must show. A kind that is new needs its line here. */
const samples: Record<string, { asked: Partial<Approval>; shows: string[] }> = {
  payout: {
    asked: { amount: -5_000_000, cash },
    shows: ["5,000,000", "Harbor Bank", "******4590", "H** O***", "71,234", "8,765", "4,321"],
  },
  deposit: { asked: { amount: 5_000_000, cash }, shows: ["5,000,000", "Harbor Bank", "D** E***", "71,234", "4,321"] },
  correction: { asked: { amount: 900_001, reason: "paid twice" }, shows: ["900,001", "paid twice"] },
  settings: {
    asked: { memId: "", before: { depositMin: 10_000 }, after: { depositMin: 20_000 } },
    shows: ["10,000", "20,000"],
  },
  account: {
    asked: {
      memId: "",
      account: { bank: "New Bank", accountNo: "110-222", accountHolder: "Harbor Ltd" },
      replaces: { bank: "Old Bank", accountNo: "990-111", accountHolder: "Harbor Ltd" },
    },
    shows: ["New Bank", "110-222", "Harbor Ltd", "Old Bank", "990-111"],
  },
  promo: {
    asked: {
      memId: "",
      promo: {
        name: "attendance",
        version: 1,
        before: { attendance: { active: true, points: 111, streaks: [] } },
        after: { attendance: { active: true, points: 222, streaks: [] } },
      },
    },
    shows: ["111", "222"],
  },
  gift: {
    asked: { amount: 30_000, coupons: { count: 3, members: ["ann", "bob"], amount: 10_000, rolling: 10_000, days: 7 } },
    shows: ["30,000", "10,000", "ann, bob", "100 %", "7"],
  },
  reset: { asked: { reset: { idx: 41, secret: "pin" } }, shows: ["41"] },
  details: {
    asked: { details: { idx: 5, kind: "account", before: person, after: { ...person, bankName: "Next Bank" } } },
    shows: ["Old Bank", "Next Bank"],
  },
  move: { asked: { move: { from: "harbor", to: "meadow", below: 12 } }, shows: ["harbor", "meadow", "12"] },
  head: { asked: {}, shows: ["minsu", "top of the tree"] },
  partner: {
    asked: {
      power: {
        before: { rights: { pay: true, dayMax: 1_111, approve: false, version: 1 } },
        after: { rights: { pay: true, dayMax: 2_222, approve: false, version: 1 } },
      },
    },
    shows: ["1,111", "2,222"],
  },
  result: {
    asked: {
      memId: "",
      result: {
        eventIdx: 1,
        home: "Rovers",
        away: "United",
        version: 1,
        was: null,
        void: "",
        full: { home: 2, away: 1 },
        half: null,
        source: "the league",
      },
    },
    shows: ["Rovers", "United", "2:1", "the league"],
  },
  bets: {
    asked: {
      amount: 33_000,
      correction: {
        bet: "",
        home: "Rovers",
        away: "United",
        version: 1,
        bets: 4,
        gain: 11_000,
        loss: 22_000,
        debt: 3_300,
      },
    },
    shows: ["Rovers", "United", "4", "11,000", "22,000", "3,300"],
  },
  commission: {
    asked: { unit: "pt", amount: 500_000, debts: [{ partner: "harbor", owed: 475_000 }] },
    shows: ["500,000", "harbor", "475,000"],
  },
  win: {
    asked: {
      amount: 12_000_000,
      win: { id: 1, pay: true, vendor: "sim", txId: "t", roundId: "round-77", why: "limit" },
    },
    shows: ["12,000,000", "sim", "round-77"],
  },
  provider: {
    asked: {
      memId: "",
      provider: {
        act: "rotate",
        vendor: "acme",
        family: "seamless",
        networks: ["10.0.0.0/8"],
        key: "k1",
        kind: "hmac",
        print: "ab:cd",
        overlapHours: 9,
      },
    },
    shows: ["acme", "k1", "ab:cd", "9"],
  },
};

const nothing = {
  target: "7",
  memId: "minsu",
  currency: "KRW",
  unit: "cash",
  amount: 0,
  reason: "",
  state: "open",
  version: 1,
  askedBy: "clerk1",
  askedAt: "2026-11-23T03:00:00Z",
  expiresAt: "2026-11-24T03:00:00Z",
  decidedBy: "",
  decidedAt: null,
  note: "",
  code: "",
  account: null,
  replaces: null,
  coupons: null,
  reset: null,
  debts: [],
};

test("there is a card for every kind of request", () => {
  expect(kinds.length).toBeGreaterThan(15);
  expect(Object.keys(samples).sort()).toEqual([...kinds].sort());
  expect(kinds.filter((kind) => kindText(kind) === "approval.what")).toEqual([]);
});

test.each(Object.entries(samples))("the card of %s shows what the first person saw (P9, P13)", async (kind, sample) => {
  stubApi({
    "/api/admin/approval/list": () => ({
      list: [{ idx: 1, kind, ...nothing, ...sample.asked }],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "boss1", rights: ["approve"] } });
  await show(<Waiting page={1} onPage={() => undefined} />, "en", client);
  const card = await screen.findByRole("article");
  await waitFor(() => expect(sample.shows.filter((part) => !card.textContent?.includes(part))).toEqual([]));
  expect(card.textContent).toContain("clerk1");
});
