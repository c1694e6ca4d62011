import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { SignupForm } from "./signup-form.tsx";

const bounds = { idMin: 5, idMax: 13, nickMin: 3, nickMax: 19, passMin: 6, passMax: 20, pinLength: 4 };

const documents = [
  { kind: "cookies", version: 1 },
  { kind: "privacy", version: 2 },
  { kind: "terms", version: 3 },
];

afterEach(() => vi.unstubAllGlobals());

async function fill() {
  const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
  await type("Member ID", "golden7");
  await type("Password", "river2026");
  await type("Password again", "river2026");
  await type("Nickname", "Golden");
  await type("Phone", "010-1234-5678");
  await type("Name", "Hong Gildong");
  await userEvent.selectOptions(screen.getByLabelText("Bank"), "KB");
  await type("Account number", "123456789");
  expect(screen.getByLabelText<HTMLInputElement>("Account holder").value).toBe("Hong Gildong");
  await type("Withdrawal password", "4071");
  await type("Withdrawal password again", "4071");
  await type("Referrer ID", "partner1");
  await userEvent.click(screen.getByLabelText(/I am 19 or older/));
}

test("a broken rule is said when its field is left, with the site's figures", async () => {
  stubApi({});
  await show(
    <SignupForm bounds={{ ...bounds, idMin: 6 }} banks={["KB"]} documents={documents} onDone={() => undefined} />,
  );
  await userEvent.type(screen.getByLabelText("Member ID"), "abc");
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.tab();
  expect((await screen.findByRole("alert")).textContent).toContain("6 to 13");
});

test("a taken id is said while the form is still being filled in", async () => {
  const calls = stubApi({ "/api/member/check": ({ value }) => (value === "golden7" ? "U005" : {}) });
  await show(<SignupForm bounds={bounds} banks={["KB"]} documents={documents} onDone={() => undefined} />);
  await userEvent.type(screen.getByLabelText("Referrer ID"), "partner1");
  await userEvent.type(screen.getByLabelText("Member ID"), "golden7");
  expect((await screen.findByRole("alert")).textContent).toMatch(/taken|in use|already/i);
  expect(calls.map((call) => call.body)).toEqual([{ kind: "memId", value: "golden7", recommender: "partner1" }]);
});

test("without a registration code nothing is asked; a wrong one is said at its own field", async () => {
  const calls = stubApi({ "/api/member/check": () => "U112" });
  await show(<SignupForm bounds={bounds} banks={["KB"]} documents={documents} onDone={() => undefined} />);
  await userEvent.type(screen.getByLabelText("Member ID"), "golden7");
  await userEvent.type(screen.getByLabelText("Referrer ID"), "nobody1");
  const alert = await screen.findByRole("alert");
  expect(screen.getByLabelText("Referrer ID").getAttribute("aria-describedby")).toContain(alert.id);
  expect(calls.map((call) => call.body)).toEqual([{ kind: "memId", value: "golden7", recommender: "nobody1" }]);
});

test("an empty form is not sent; its first fault has the focus", async () => {
  const calls = stubApi({});
  await show(<SignupForm bounds={bounds} banks={["KB"]} documents={documents} onDone={() => undefined} />);
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Referrer ID"));
  expect(screen.getAllByRole("alert").length).toBeGreaterThan(8);
  expect(calls.filter((call) => call.path === "/api/member/signup")).toEqual([]);
});

test("a good form is sent once, without the repeated secrets", async () => {
  const calls = stubApi({ "/api/member/signup": ({ memId }) => ({ memId, status: "pending" }) });
  const done = vi.fn();
  await show(<SignupForm bounds={bounds} banks={["KB"]} documents={documents} onDone={done} />);
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(done).toHaveBeenCalledWith("golden7"));
  const sent = calls.filter((call) => call.path === "/api/member/signup").map((call) => call.body);
  expect(sent).toEqual([
    {
      memId: "golden7",
      memPass: "river2026",
      cashPin: "4071",
      memNick: "Golden",
      memName: "Hong Gildong",
      phone: "010-1234-5678",
      bankName: "KB",
      accountNo: "123456789",
      accountHolder: "Hong Gildong",
      recommender: "partner1",
      lang: "en",
      agreeTerms: true,
      documents: documents.slice(1),
    },
  ]);
});

test("a refusal of the whole form stands at the field it is about", async () => {
  stubApi({ "/api/member/signup": () => "U113" });
  await show(<SignupForm bounds={bounds} banks={["KB"]} documents={documents} onDone={() => undefined} />);
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  const alert = await screen.findByRole("alert");
  expect(screen.getByLabelText("Referrer ID").getAttribute("aria-describedby")).toContain(alert.id);
});
