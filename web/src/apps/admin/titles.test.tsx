import { createMemoryHistory } from "@tanstack/react-router";
import { waitFor } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { refuseApi, show } from "#shared/testing/render.tsx";
import { App } from "./app.tsx";
import { newRouter } from "./routes.tsx";

beforeAll(() => startI18n("admin"));
beforeEach(() => {
  localStorage.clear();
  document.title = "";
});
afterEach(() => vi.unstubAllGlobals());

const staff = {
  admin: { name: "kim", siteId: "golden", rights: ["member", "cash", "inquiry", "block", "content", "settings"] },
  topic: "a",
};

/** The tab is named after the page, then the site: "Members · Back office". */
function expectNamed() {
  const site = i18next.t("admin:title");
  return waitFor(() => expect(document.title).toMatch(new RegExp(`.+ · ${site}$`)));
}

test.each(Object.keys(newRouter().routesByPath))("%s has a title of its own", async (address) => {
  localStorage.setItem("staff-here", "1");
  refuseApi({ "/api/admin/getToken": staff });
  await show(<App router={newRouter(createMemoryHistory({ initialEntries: [address] }))} />);
  await expectNamed();
});

test("the login page has a title of its own", async () => {
  refuseApi();
  await show(<App router={newRouter()} />);
  await expectNamed();
});
