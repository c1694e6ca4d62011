import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { CampaignDialog } from "./campaign-dialog.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

test("what other staff saved meanwhile is told, and stays", async () => {
  const calls = stubApi({ "/api/admin/banner/save": () => "C019" });
  const row = {
    idx: 7,
    version: 3,
    texts: [{ lang: "en", title: "Wheel", image: "/art/banners/care.svg", status: "source" as const }],
    everyone: false,
    link: "",
    ord: 0,
    active: true,
    since: null,
    until: null,
  };
  await show(<CampaignDialog kind="banners" row={row} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Someone else changed this in the meantime/)).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/save"))?.body).toMatchObject({ idx: 7, version: 3 });
});
