import { readFileSync } from "node:fs";
import path from "node:path";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { Difference, Recomputer } from "./recompute.ts";
import { StatementsPage } from "./statements-page.tsx";

const golden = readFileSync(
  path.join(import.meta.dirname, "../../../../internal/core/waterfall/testdata/plow1.jsonl"),
  "utf8",
);
const [hash, key] = [/"hash":"(\w+)"/, /"key":"(\w+)"/].map((part) => golden.match(part)?.[1] ?? "");

/** Does on this thread what a browser does with recompute.worker.ts. */
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  #text = "";
  postMessage(question: { text: string } | { end: true }) {
    if ("text" in question) {
      this.#text += question.text;
      return;
    }
    const recomputer = new Recomputer();
    try {
      recomputer.read(this.#text);
      this.onmessage?.({ data: { proof: recomputer.end() } });
    } catch (error) {
      if (!(error instanceof Difference)) throw error;
      const { line, want, got } = error;
      this.onmessage?.({ data: { difference: { line, want, got } } });
    }
  }
  terminate() {
    this.onmessage = null;
  }
}

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
beforeEach(() => vi.stubGlobal("Worker", WorkerHere));
afterEach(() => vi.unstubAllGlobals());

const statement = {
  day: "2026-09-07",
  no: 2,
  bets: 5,
  stake: 25_000,
  payout: 10_000,
  valid: 24_000,
  bonus: 101,
  rolling: 31,
  losing: 1,
  carriedIn: -2,
  carriedOut: -3,
  owedIn: -5,
  repaid: 2,
  owedOut: 0,
  offset: 250,
  amount: 277,
  left: 277,
  hash,
  before: "01".repeat(32),
  key,
  madeAt: "2026-09-08T00:10:00Z",
  state: "open",
  decidedAt: null,
  reason: "",
};

let calls: ReturnType<typeof stubApi> = [];
/** The reports of statements that differ. */
const reports = () => calls.filter((call) => call.path.endsWith("/differs")).map((call) => call.body);

async function open(file: string[], more: object = {}) {
  calls = stubApi({
    "/api/partner/settlement/list": () => ({
      list: [{ ...statement, ...more }],
      count: 1,
      paid: 0,
      waiting: 277,
      kept: 0,
      owed: 700,
      more: false,
    }),
    "/api/partner/settlement/file": ({ at }) => {
      const i = Number(at || 0);
      return { text: file[i] ?? "", next: i + 1 < file.length ? String(i + 1) : "" };
    },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: StatementsPage }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { agent: { agentId: "plow1", memId: "plow1", rights: ["commission.read"] } });
  await show(<RouterProvider router={router as never} />, "en", client);
  await userEvent.click(await screen.findByRole("button", { name: "Open the statement of 2026-09-07" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Compute again" }));
  return dialog;
}

test("a statement is computed again in the page, whatever its parts are", async () => {
  const dialog = await open([golden.slice(0, 700), golden.slice(700, 1501), golden.slice(1501)]);
  expect(await within(dialog).findByText("Equal")).toBeInstanceOf(HTMLElement);
  expect(within(dialog).getByText(/8 lines were computed again/)).toBeInstanceOf(HTMLElement);
  expect(reports()).toEqual([]);
});

test("a statement that is kept says why and what is kept of it, in the list and opened", async () => {
  const dialog = await open([golden], {
    state: "kept",
    decidedAt: "2026-09-08T05:00:00Z",
    reason: "contract ended",
    left: 200,
  });
  const facts = within(dialog);
  expect(facts.getByText("Kept")).toBeInstanceOf(HTMLElement);
  expect(facts.getByText("contract ended")).toBeInstanceOf(HTMLElement);
  expect(facts.getByText("Paid or kept, with later corrections").parentElement?.textContent).toContain("200");
  expect(facts.getByText("Corrections of kept bets").parentElement?.textContent).toContain("250");
  expect(facts.getByText("Decided")).toBeInstanceOf(HTMLElement);
  expect(facts.getByText("Taken from your PT for it").parentElement?.textContent).toContain("2");
  expect(screen.getByText(/You owe .*700/)).toBeInstanceOf(HTMLElement);
  await userEvent.keyboard("{Escape}");
  const row = within(await screen.findByRole("row", { name: /2026-09-07/ }));
  expect(row.getByText("Kept")).toBeInstanceOf(HTMLElement);
  expect(row.getByText("contract ended")).toBeInstanceOf(HTMLElement);
});

test("the first line that differs is shown with what it should be", async () => {
  const dialog = await open([golden.replace('"stake":10007', '"stake":20009')]);
  expect(await within(dialog).findByText("Line 2 differs")).toBeInstanceOf(HTMLElement);
  expect(within(dialog).getAllByText(/"stake":20009/)).not.toHaveLength(0);
  expect(reports()).toEqual([{ day: "2026-09-07", line: 2 }]);
});

test("a line that cannot be read is a difference as well, and reported", async () => {
  const bad = golden.replace(/"levels":\[\[.*?\]\]/, '"levels":null');
  expect(bad).not.toBe(golden);
  const dialog = await open([bad]);
  expect(await within(dialog).findByText("Line 2 differs")).toBeInstanceOf(HTMLElement);
  expect(reports()).toEqual([{ day: "2026-09-07", line: 2 }]);
});

test.each([{ hash: "00".repeat(32) }, { amount: 71 }, { rolling: 30 }])(
  "a file that is right in itself but not what the list says is no proof: %o",
  async (more) => {
    const dialog = await open([golden], more);
    expect(await within(dialog).findByText(/it is not the one that is listed/)).toBeInstanceOf(HTMLElement);
    expect(reports()).toEqual([{ day: "2026-09-07", line: 0 }]);
  },
);
