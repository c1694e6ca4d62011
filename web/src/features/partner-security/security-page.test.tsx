import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { SecurityPage } from "./security-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const at = "2026-11-26T10:00:00Z";
const here = { sid: "s1", current: true, since: at, seenAt: at, ip: "192.0.2.7", userAgent: "Firefox" };
const other = { sid: "s2", current: false, since: at, seenAt: at, ip: "198.51.100.4", userAgent: "Chrome" };

test("another session is ended, the own one is named", async () => {
  const calls = stubApi({
    "/api/partner/security": () => ({ enrolledAt: at, recoveryCodes: 7, sessions: [here, other] }),
    "/api/partner/session/end": () => ({}),
  });
  await show(<SecurityPage />);
  expect(await screen.findByText("This session")).toBeDefined();
  expect(screen.getByText("7")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "End the session of 198.51.100.4" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End session" }));
  await waitFor(() => expect(calls.find(({ path }) => path.endsWith("/session/end"))?.body).toEqual({ sid: "s2" }));
});

test("new recovery codes need a code of the authenticator and are shown once", async () => {
  const codes = vi
    .fn()
    .mockReturnValueOnce("U046")
    .mockReturnValue({ recoveryCodes: ["AAAA-BBBB-CCCC-DDDD"] });
  stubApi({
    "/api/partner/security": () => ({ enrolledAt: at, recoveryCodes: 7, sessions: [here] }),
    "/api/partner/security/codes": codes,
  });
  await show(<SecurityPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Make new recovery codes" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const _ of [1, 2]) {
    await userEvent.type(dialog.getByLabelText("Authenticator code"), "123456");
    await userEvent.click(dialog.getByRole("button", { name: "Make new recovery codes" }));
    if (codes.mock.calls.length === 1) expect(await dialog.findByRole("alert")).toBeDefined();
  }
  expect(await dialog.findByText("AAAA-BBBB-CCCC-DDDD")).toBeDefined();
  await userEvent.click(dialog.getByLabelText("I have kept the codes."));
  await userEvent.click(dialog.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a partner without an authenticator reads that it has none, and is offered no recovery codes", async () => {
  stubApi({ "/api/partner/security": () => ({ enrolledAt: null, recoveryCodes: 0, sessions: [here] }) });
  await show(<SecurityPage />);
  expect(await screen.findByText("Not set up")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Make new recovery codes" })).toBeNull();
});
