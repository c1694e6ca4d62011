import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { type Begin, reachable } from "./contact.ts";
import { ContactPage } from "./contact-page.tsx";

const secret = "ABCD-EFGH-IJKL-MN23";
const receipt = { idx: 42, secret, createdAt: "2026-09-10T03:00:00Z" };
const waiting = {
  idx: 42,
  category: "login",
  content: "I cannot log in.",
  status: "wait",
  answer: "",
  answeredAt: null,
  createdAt: "2026-09-10T03:00:00Z",
};

beforeEach(() => vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => vi.unstubAllGlobals());

const open = (begin: Begin = { topic: "login", account: "" }) =>
  show(<ContactPage begin={begin} privacy={<a href="/privacy">Privacy notice</a>} />);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

test("what is missing stands at its field, and nothing is sent", async () => {
  const calls = stubApi({});
  await open();
  await press("Send the message");
  expect(screen.getByText("Please write at least 10 characters.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Your message"));
  await type("Your message", "I cannot log in.");
  await press("Send the message");
  expect(screen.getByText("Please enter an e-mail address such as name@example.com.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("E-mail address"));
  await userEvent.click(screen.getByRole("radio", { name: "Phone" }));
  expect(screen.getByText("Please enter a phone number with 8 to 15 digits.")).toBeTruthy();
  await press("Show my case");
  expect(screen.getByText("Please enter the case number, such as G-000123.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Case number"));
  await type("Case number", "G-42");
  await press("Show my case");
  expect(screen.getByText("Please enter the whole code of 16 characters.")).toBeTruthy();
  expect(calls).toEqual([]);
});

test("a guest writes, is given number and code once, and looks at the case with them", async () => {
  const calls = stubApi({ "/api/contact/save": () => receipt, "/api/contact/case": () => waiting });
  await open({ topic: "signup", account: "golden7" });
  await userEvent.selectOptions(screen.getByLabelText("What is it about?"), "login");
  await type("Your message", "I cannot <log> in.");
  await userEvent.click(screen.getByRole("radio", { name: "Messenger" }));
  await type("Messenger and your ID there", " Telegram @minsu ");
  await press("Send the message");
  const heading = await screen.findByText("We have received your message");
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("G-000042")).toBeTruthy();
  expect(screen.getByText(secret)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy: Code" })).toBeTruthy();
  expect(calls).toEqual([
    {
      path: "/api/contact/save",
      body: {
        category: "login",
        content: "I cannot <log> in.",
        contactKind: "messenger",
        contact: "Telegram @minsu",
        account: "golden7",
      },
    },
  ]);
  expect(JSON.stringify([localStorage, sessionStorage, location.href])).not.toContain("EFGH");
  await press("Check my case");
  expect(await screen.findByText("Our staff has not answered yet. Please check again later.")).toBeTruthy();
  expect(calls[1]).toEqual({ path: "/api/contact/case", body: { idx: 42, secret } });
});

test("an answer is read with number and code, however they are typed", async () => {
  const calls = stubApi({
    "/api/contact/case": () => ({
      ...waiting,
      status: "answer",
      answer: "<b>Unlocked.</b>",
      answeredAt: "2026-09-10T04:00:00Z",
    }),
  });
  await open();
  await type("Case number", "g 42");
  await type("Code", "abcd efgh ijkl mn23");
  await press("Show my case");
  const found = within(await screen.findByRole("article"));
  expect(found.getByText("Unlocked.")).toBeTruthy();
  expect(found.getByText("Answered")).toBeTruthy();
  expect(calls).toEqual([{ path: "/api/contact/case", body: { idx: 42, secret: "abcd efgh ijkl mn23" } }]);
});

test("wrong number or code, too many tries and a form that is refused are said where they happen", async () => {
  const codes = ["E001", "E002"];
  stubApi({ "/api/contact/case": () => codes.shift(), "/api/contact/save": () => "E002" });
  await open();
  await type("Case number", "42");
  await type("Code", `${secret}{Enter}`);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "No case has this number and this code. Please check both.",
  );
  await press("Show my case");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/wait a moment/));
  await type("Your message", "I cannot log in.");
  await type("E-mail address", "kim@mail.example");
  await press("Send the message");
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your message").value).toBe("I cannot log in.");
});

test("contacts are read as the api reads them", () => {
  expect(["kim@mail.example", "kim@mail", "a@b.co,c@d.co", "kim"].map((text) => reachable("email", text))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(["+82 10-1234-5678", "010-123", "010 1234 5678 kim"].map((text) => reachable("phone", text))).toEqual([
    true,
    false,
    false,
  ]);
  expect(["텔레그램 @kim", "---", "ab"].map((text) => reachable("messenger", text))).toEqual([true, false, false]);
});
