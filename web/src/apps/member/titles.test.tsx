import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { sessionKey } from "#features/session/session.ts";
import { balanceKey } from "#features/wallet/balance.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import type { Language } from "#shared/i18n/languages.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { paths } from "#shared/paths.ts";
import { siteQuery } from "#shared/site.ts";
import { store } from "#shared/store.ts";
import { newTestClient, refuseApi, show } from "#shared/testing/render.tsx";
import { layoutAtom } from "#shared/ui/layout.ts";
import { newGames } from "./games.ts";
import { GamesProvider } from "./games-context.tsx";
import { newRouter } from "./routes.tsx";
import { SessionEndProvider } from "./session-context.tsx";
import { SessionEnd } from "./session-end.ts";

/** Every page names the tab, whatever the api answers; the main page alone has the site's name (WCAG 2.4.2). */
const SITE = "Golden";

beforeAll(async () => {
  await startI18n("member");
  // A route adds the texts of its page when it loads the page, and for another file of this worker that may be done already.
  await Promise.all([addPlayTexts(), addSportsTexts()]);
});
afterEach(() => vi.unstubAllGlobals());

const member = {
  memId: "golden7",
  memNick: "Golden",
  memLevel: 1,
  bankName: "신한은행",
  cashAmt: 0,
  pointAmt: 0,
  balanceVersion: 1,
};
const site = {
  siteId: "golden",
  name: SITE,
  currency: "KRW",
  timeZone: "Asia/Seoul",
  languages: ["ko"],
  cashPinLength: 4,
  exchangeClosedFrom: "00:00",
  exchangeClosedTo: "00:00",
};

/** Opens an address while the api refuses everything; reports whether it led to a page of that address. */
async function open(address: string, as: "guest" | "member", language: Language): Promise<boolean> {
  refuseApi();
  document.title = SITE;
  const client = newTestClient();
  client.setQueryData(sessionKey, as === "member" ? { member, msgInfo: { newMsg: 0 }, documents: [] } : null);
  client.setQueryData(balanceKey, { cashAmt: 0, pointAmt: 0, version: 1 });
  client.setQueryData([...siteQuery.queryKey], site);
  const router = newRouter(client, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  // An older address, or a page for the others: the page to which it leads has a test of its own.
  if (router.state.location.pathname !== address) return false;
  const end = new SessionEnd(client, { here: () => address, go: () => undefined });
  await show(
    <SessionEndProvider end={end}>
      <GamesProvider games={newGames(client)}>
        <RouterProvider router={router} />
      </GamesProvider>
    </SessionEndProvider>,
    language,
    client,
  );
  await waitFor(() => expect(router.state.status).toBe("idle"));
  return router.state.location.pathname === address;
}

const addresses = Object.keys(newRouter(newTestClient()).routesByPath)
  .filter((path) => path !== paths.home)
  .map((path) => path.replace(/\$\w+/g, "7"));

test.each(addresses)("%s has a title of its own, and the same heading in both layouts (D-59)", async (address) => {
  for (const as of ["member", "guest"] as const) {
    for (const language of ["ko", "vn"] as const) {
      const headings = [];
      for (const layout of ["desktop", "mobile"] as const) {
        store.set(layoutAtom, layout);
        if (await open(address, as, language)) {
          await waitFor(() => expect(document.title).not.toBe(SITE));
          headings.push(document.querySelector("h1")?.textContent);
        }
        cleanup();
      }
      expect(headings[1]).toBe(headings[0]);
    }
  }
});
