import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { LoginPage } from "./login-page.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

async function start(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(answers);
  const view = await show(<LoginPage />);
  await userEvent.type(screen.getByLabelText("ID"), "newcomer");
  await userEvent.type(screen.getByLabelText("Password"), "ABCDEFGH23456789");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  return { calls, ...view };
}

const enrolment = { secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/Demo:newcomer?secret=JBSWY3DPEHPK3PXP" };

test("a one-time password leads to the setup, the recovery codes, and in", async () => {
  const session = { token: "t", admin: { memId: "newcomer", rights: [] }, recoveryCodes: ["AAAA-BBBB-CCCC-DDDD"] };
  const { calls, client } = await start({
    "/api/admin/login": () => ({ enrol: true }),
    "/api/admin/enrol/begin": () => enrolment,
    "/api/admin/enrol": () => session,
  });
  await userEvent.type(screen.getByLabelText("Authenticator code"), "000000");
  expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeDefined();
  expect(screen.getByRole("img", { name: "QR code for the authenticator" })).toBeDefined();
  await userEvent.type(screen.getByLabelText("New password"), "newcomer-12345");
  await userEvent.type(screen.getByLabelText("New password again"), "something-else");
  await userEvent.type(screen.getByLabelText("Authenticator code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Set up and continue" }));
  expect(screen.getAllByRole("alert")).toHaveLength(2);
  for (const name of ["New password", "New password again"]) {
    await userEvent.clear(screen.getByLabelText(name));
    await userEvent.type(screen.getByLabelText(name), "a-lamp-and-7-keystones");
  }
  await userEvent.click(screen.getByRole("button", { name: "Set up and continue" }));
  expect(await screen.findByText("AAAA-BBBB-CCCC-DDDD")).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({
    memId: "newcomer",
    memPass: "ABCDEFGH23456789",
    newPass: "a-lamp-and-7-keystones",
    otp: "123456",
  });
  const enter = screen.getByRole("button", { name: "Open the back office" });
  expect(enter).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByLabelText("I have kept the codes."));
  await userEvent.click(enter);
  expect(client.getQueryData(sessionKey)).toMatchObject({ admin: { memId: "newcomer" } });
});

test("a one-time password that is worth nothing says so", async () => {
  await start({ "/api/admin/enrol/begin": () => "U003" });
  await userEvent.click(screen.getByRole("button", { name: "First login with a one-time password" }));
  expect((await screen.findByRole("alert")).textContent).toContain("A master of your site");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Password")).toBeDefined();
});

test("a recovery code stands in for the authenticator", async () => {
  const { calls } = await start({ "/api/admin/login": () => "U003" });
  await userEvent.click(screen.getByRole("button", { name: /Lost the authenticator/ }));
  await userEvent.type(screen.getByLabelText("Recovery code"), "AAAA-BBBB-CCCC-DDDD");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  expect((await screen.findByRole("alert")).textContent).toContain("not correct");
  expect(calls.at(-1)?.body).toMatchObject({ otp: "AAAA-BBBB-CCCC-DDDD" });
});
