import { createMemoryHistory } from "@tanstack/react-router";
import { waitFor } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, refuseApi, show } from "#shared/testing/render.tsx";
import { App } from "./app.tsx";
import { newRouter } from "./routes.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
beforeEach(() => {
  localStorage.clear();
  document.title = "";
});
afterEach(() => vi.unstubAllGlobals());

/** The tab is named after the page, then the site: "Home · Partner area". */
function expectNamed() {
  const site = i18next.t("partner:title");
  return waitFor(() => expect(document.title).toMatch(new RegExp(`.+ · ${site}$`)));
}

/** The pages whose titles were seen, by title. */
const named = new Map<string, string>();

test.each(Object.keys(newRouter().routesByPath))("%s has a title of its own", async (address) => {
  refuseApi();
  const client = newTestClient();
  const rights = ["lower.read", "lower.write", "lower.modify", "rate.modify", "money.read", "money.write"];
  client.setQueryData(sessionKey, {
    agent: {
      agentId: "harbor",
      memId: "harbor",
      name: "",
      partnerLevel: 1,
      siteId: "golden",
      rights: [...rights, "play.read", "commission.read", "message.write", "agent.modify"],
    },
  });
  await show(<App router={newRouter(createMemoryHistory({ initialEntries: [address] }))} />, "en", client);
  await expectNamed();
  const other = named.get(document.title);
  expect(other === undefined || other === address, `${address} and ${other}: ${document.title}`).toBe(true);
  named.set(document.title, address);
});
