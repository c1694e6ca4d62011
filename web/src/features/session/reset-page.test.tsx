import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { Forgotten } from "./reset.ts";
import { ResetPage } from "./reset-page.tsx";

const code = "ABCD-EFGH-IJKL-MN23";
const receipt = { idx: 42, code, expiresAt: "2026-11-26T03:00:00Z" };
const site = { passMin: 8, passMax: 20, pinLength: 4 };
const state =
  (name: string, secret = "password") =>
  () => ({
    secret,
    state: name,
    expiresAt: "2026-11-27T03:00:00Z",
  });

beforeEach(() => vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => vi.unstubAllGlobals());

async function open(answers: Parameters<typeof stubApi>[0], forgotten: Forgotten = "password") {
  const calls = stubApi({ "/api/etc/siteOption": () => site, ...answers });
  await show(<ResetPage begin={{ forgotten, memId: "" }} login="The login" contact="Customer service" />);
  await screen.findByLabelText("Member ID");
  return () => calls.filter(({ path }) => path !== "/api/etc/siteOption");
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
/** A text field; the choices above it have the same words. */
const field = (label: string) => screen.getByLabelText(label, { selector: "input:not([type=radio])" });
const type = (label: string, text: string) => userEvent.type(field(label), text);
async function look(number: string) {
  await type("Request number", number);
  await type("Code", code);
  await press("Show my request");
}

test("what is missing stands at its field, and nothing is sent (S-04)", async () => {
  const calls = await open({});
  await press("Send the request");
  expect(screen.getByText("Please enter your ID.")).toBeTruthy();
  expect(screen.getByText("Please enter your withdrawal password.")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Withdrawal password" }));
  expect(await screen.findByText("Please enter your password.")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "With my phone and account number" }));
  await press("Send the request");
  expect(screen.queryByText("Please enter your password.")).toBeNull();
  await press("Show my request");
  expect(screen.getByText("Please enter the number of your request, such as R-000123.")).toBeTruthy();
  expect(calls()).toEqual([]);
});

test("a member shows the other secret, is given number and code once, and looks at the request with them (S-06)", async () => {
  const calls = await open({ "/api/member/reset/ask": () => receipt, "/api/member/reset/state": state("open") });
  await type("Member ID", " golden7 ");
  await type("Withdrawal password", "4821");
  await press("Send the request");
  expect(document.activeElement).toBe(await screen.findByText("We have received your request"));
  expect(screen.getByText("R-000042")).toBeTruthy();
  expect(screen.getByText(code)).toBeTruthy();
  expect(JSON.stringify([localStorage, sessionStorage, location.href])).not.toContain("EFGH");
  await press("Check my request");
  expect(await screen.findByText(/has not confirmed your request yet/)).toBeTruthy();
  expect(calls()).toEqual([
    { path: "/api/member/reset/ask", body: { memId: "golden7", secret: "password", other: "4821" } },
    { path: "/api/member/reset/state", body: { idx: 42, code } },
  ]);
});

test("phone and account number are sent without the secret that was typed before them", async () => {
  const calls = await open({ "/api/member/reset/ask": () => "U041" }, "pin");
  await type("Member ID", "golden7");
  await type("Password", "river2026");
  await userEvent.click(screen.getByRole("radio", { name: "With my phone and account number" }));
  await type("Phone", "010-1234-5678");
  await type("Account number", "110-222-333{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch(/do not fit an account/);
  expect(calls()).toEqual([
    {
      path: "/api/member/reset/ask",
      body: { memId: "golden7", secret: "pin", phone: "010-1234-5678", accountNo: "110-222-333" },
    },
  ]);
});

test("a confirmed request takes the new password, and the way on is the login", async () => {
  const calls = await open({
    "/api/member/reset/state": state("confirmed"),
    "/api/member/reset/finish": () => ({}),
  });
  await look("r 42");
  await type("New password", "river2026");
  await type("New password again", "river2027");
  await press("Save the new password");
  expect(calls().map(({ path }) => path)).toEqual(["/api/member/reset/state"]);
  await userEvent.clear(screen.getByLabelText("New password again"));
  await type("New password again", "river2026");
  await press("Save the new password");
  expect((await screen.findByRole("status")).textContent).toMatch(/withdrawals are held for 24 hours/);
  expect(screen.getByText("The login")).toBeTruthy();
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(calls()[1]).toEqual({
    path: "/api/member/reset/finish",
    body: { idx: 42, code, newSecret: "river2026" },
  });
});

test.each([
  ["refused", /could not confirm that this account is yours/, "Customer service"],
  ["over", /has expired/, undefined],
  ["done", /new password is set/, "The login"],
])("a request that is %s says so, with the way on", async (name, words, way) => {
  await open({ "/api/member/reset/state": state(name, "pin") });
  await look("42");
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByLabelText(/New/)).toBeNull();
  if (way) expect(screen.getByText(way)).toBeTruthy();
});

test("a wrong number or code is said in words", async () => {
  await open({ "/api/member/reset/state": () => "E001" });
  await look("42");
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("No request has this number and this code. Please check both."),
  );
});
