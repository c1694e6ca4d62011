import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { OfferPage } from "./offer-page.tsx";

const on = { off: false, version: 0, setBy: "", reason: "", setAt: null, withdrawn: false };
export const koi = {
  ...on,
  code: "koi",
  name_KOR: "비단잉어 정원",
  name_ENG: "Koi Garden",
  thumbnail: "/art/games/koi.svg",
  isNew: true,
  isHot: false,
  ord: 3,
  procId: "204",
  product: "Nami Atelier",
  vendor: "sim",
  groupCode: "slot",
  gameVersion: 7,
  within: "",
};
export const offer = {
  vendors: [
    {
      ...on,
      id: "sim",
      family: "seamless",
      products: 4,
      keys: [
        { id: "k1", kind: "hmac", from: "2026-01-01T00:00:00Z", until: "2026-12-01T00:00:00Z" },
        { id: "k2", kind: "hmac", from: "2026-11-01T00:00:00Z", until: null },
      ],
      networks: ["10.1.0.0/16"],
      wins: 1,
      winAmount: 10_000_001,
      oldestWin: "2026-11-20T07:00:00Z",
      transfers: 2,
      transferAmount: 900,
      oldestTransfer: "2026-11-20T09:00:00Z",
      debts: 0,
      debtAmount: 0,
      rounds: 3,
      roundStake: 4500,
      oldestRound: "2026-11-20T08:00:00Z",
      calls: {
        ours: { count: 1240, failed: 12, rejected: 0, p50: 35, p95: 5000, failing: true },
        theirs: { count: 1, failed: 0, rejected: 2, p50: 2, p95: 3, failing: false },
      } as object | null,
    },
  ],
  groups: [{ ...on, code: "slot", products: 4 }],
  waits: [] as object[],
  protocols: [
    { family: "seamless", listed: false },
    { family: "hub88", listed: true },
  ],
  products: [{ ...on, procId: "204", vendor: "sim", groupCode: "slot", name: "Nami Atelier", games: 4 }],
};
export const pageInfo = { page: 1, pages: 1, total: 1, countPerList: 50 };

/** Shows the page at an address, to staff with these rights, and returns the calls that it makes. */
export async function open(address: string, answers: Parameters<typeof stubApi>[0], rights = ["offer", "catalogue"]) {
  const calls = stubApi({ "/api/admin/offer/list": () => offer, ...answers });
  const router = createRouter({
    routeTree: createRootRoute({ component: OfferPage }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "kim", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}
