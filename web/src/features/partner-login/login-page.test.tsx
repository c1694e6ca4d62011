import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { LoginPage } from "./login-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function start(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(answers);
  const view = await show(<LoginPage />);
  await userEvent.type(screen.getByLabelText("ID"), "harbor");
  await userEvent.type(screen.getByLabelText("Password"), "Pass1234");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  return { calls, ...view };
}

const enrolment = { secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/Demo:harbor?secret=JBSWY3DPEHPK3PXP" };
const session = { token: "t", agent: { agentId: "harbor", rights: [] }, recoveryCodes: ["AAAA-BBBB-CCCC-DDDD"] };

test("a partner sets up an authenticator at the first login and keeps its password", async () => {
  const { calls, client } = await start({
    "/api/partner/login": () => ({ enrol: true }),
    "/api/partner/enrol/begin": () => ({ ...enrolment, newPass: false }),
    "/api/partner/enrol": () => session,
  });
  await userEvent.type(screen.getByLabelText("Authenticator code"), "000000");
  expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeDefined();
  expect(screen.queryByLabelText("New password")).toBeNull();
  await userEvent.type(screen.getByLabelText("Authenticator code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Set up and log in" }));
  expect(await screen.findByText("AAAA-BBBB-CCCC-DDDD")).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({ memId: "harbor", memPass: "Pass1234", otp: "123456" });
  expect(client.getQueryData(sessionKey)).toBeUndefined();
  await userEvent.click(screen.getByLabelText("I have kept the codes."));
  await userEvent.click(screen.getByRole("button", { name: "Open the partner area" }));
  expect(client.getQueryData(sessionKey)).toMatchObject({ agent: { agentId: "harbor" } });
});

test("sub-staff replaces its one-time password", async () => {
  const { calls } = await start({
    "/api/partner/enrol/begin": () => ({ ...enrolment, newPass: true }),
    "/api/partner/enrol": () => session,
  });
  await userEvent.click(screen.getByRole("button", { name: /First login/ }));
  await userEvent.type(await screen.findByLabelText("New password"), "short");
  await userEvent.type(screen.getByLabelText("New password again"), "other");
  await userEvent.type(screen.getByLabelText("Authenticator code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Set up and log in" }));
  expect(screen.getAllByRole("alert")).toHaveLength(2);
  for (const name of ["New password", "New password again"]) {
    await userEvent.clear(screen.getByLabelText(name));
    await userEvent.type(screen.getByLabelText(name), "a-lamp-and-7-keystones");
  }
  await userEvent.click(screen.getByRole("button", { name: "Set up and log in" }));
  await screen.findByText("AAAA-BBBB-CCCC-DDDD");
  expect(calls.at(-1)?.body).toMatchObject({ newPass: "a-lamp-and-7-keystones", otp: "123456" });
});

test("a member who is no partner is told whose area it is", async () => {
  await start({ "/api/partner/login": () => "U029", "/api/partner/enrol/begin": () => "U029" });
  await userEvent.type(screen.getByLabelText("Authenticator code"), "123456");
  expect((await screen.findByRole("alert")).textContent).toContain("This area is for partners.");
  await userEvent.click(screen.getByRole("button", { name: /First login/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("This area is for partners.");
});

test("a wrong code says nothing of what was wrong, and the third one that it must rest", async () => {
  const { client } = await start({ "/api/partner/login": () => "U003" });
  await userEvent.type(screen.getByLabelText("Authenticator code"), "123456");
  expect((await screen.findByRole("alert")).textContent).toContain("the password or the code is not correct");
  expect(client.getQueryData(sessionKey)).toBeUndefined();
});

test("where the site asks for no code, the password is enough", async () => {
  const calls = stubApi({
    "/api/etc/siteOption": () => ({ siteId: "demo", partnerOtp: false }),
    "/api/partner/login": ({ memPass }) => (memPass === "Pass1234" ? session : "U003"),
  });
  const { client } = await show(<LoginPage />);
  const submit = await screen.findByRole("button", { name: "Log in" });
  await userEvent.type(screen.getByLabelText("ID"), "harbor");
  await userEvent.type(screen.getByLabelText("Password"), "wrong");
  await userEvent.click(submit);
  expect(await screen.findByRole("alert")).toBeDefined();
  expect(client.getQueryData(sessionKey)).toBeUndefined();
  await userEvent.clear(screen.getByLabelText("Password"));
  await userEvent.type(screen.getByLabelText("Password"), "Pass1234");
  await userEvent.click(submit);
  await waitFor(() => expect(client.getQueryData(sessionKey)).toMatchObject({ agent: { agentId: "harbor" } }));
  expect(calls.at(-1)?.body).toMatchObject({ memId: "harbor", memPass: "Pass1234", otp: "" });
  expect(screen.queryByLabelText("Authenticator code")).toBeNull();
});
