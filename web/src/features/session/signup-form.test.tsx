import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { SignupForm, type SignupFormProps } from "./signup-form.tsx";

const bounds = {
  idMin: 5,
  idMax: 13,
  nickMin: 3,
  nickMax: 19,
  passMin: 6,
  passMax: 20,
  pinLength: 4,
  needsReferrer: true,
};

const documents = [
  { kind: "cookies", version: 1 },
  { kind: "privacy", version: 2 },
  { kind: "terms", version: 3 },
];

afterEach(() => vi.unstubAllGlobals());

/** The form with an address of its own for the second step. */
function Signup(props: Partial<SignupFormProps>) {
  const [second, setSecond] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setSecond(false)}>
        Browser back
      </button>
      <SignupForm
        bounds={bounds}
        banks={["KB"]}
        documents={documents}
        second={second}
        onStep={(step) => setSecond(step === "person")}
        onDone={() => undefined}
        {...props}
      />
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const alerts = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);

async function fillAccount() {
  await userEvent.type(input("Referrer ID"), "partner1");
  await userEvent.type(input("Member ID"), "golden7");
  await userEvent.type(input("Password"), "river2026");
  await userEvent.type(input("Password again"), "river2026");
  await userEvent.type(input("Nickname"), "Golden");
  await press("Continue");
}

async function fill() {
  await fillAccount();
  await userEvent.type(input("Name"), "Hong Gildong");
  await userEvent.type(input("Phone"), "010-1234-5678");
  await userEvent.selectOptions(input("Bank"), "KB");
  await userEvent.type(input("Account number"), "123456789");
  expect(input("Account holder").value).toBe("Hong Gildong");
  await userEvent.type(input("Withdrawal password"), "4071");
  await userEvent.type(input("Withdrawal password again"), "4071");
  await userEvent.click(screen.getByLabelText(/I am 19 or older/));
}

test("a broken rule is said when its field is left, with the site's figures", async () => {
  stubApi({});
  await show(<Signup bounds={{ ...bounds, idMin: 6 }} />);
  await userEvent.type(screen.getByLabelText("Member ID"), "abc");
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.tab();
  expect((await screen.findByRole("alert")).textContent).toContain("6 to 13");
});

test("a taken id is said while the form is still being filled in", async () => {
  const calls = stubApi({ "/api/member/check": ({ value }) => (value === "golden7" ? "U005" : {}) });
  await show(<Signup />);
  await userEvent.type(screen.getByLabelText("Referrer ID"), "partner1");
  await userEvent.type(screen.getByLabelText("Member ID"), "golden7");
  expect((await screen.findByRole("alert")).textContent).toMatch(/taken|in use|already/i);
  expect(calls.map((call) => call.body)).toEqual([{ kind: "memId", value: "golden7", recommender: "partner1" }]);
});

test("without a registration code nothing is asked; a wrong one is said at its own field", async () => {
  const calls = stubApi({ "/api/member/check": () => "U112" });
  await show(<Signup />);
  await userEvent.type(screen.getByLabelText("Member ID"), "golden7");
  await userEvent.type(screen.getByLabelText("Referrer ID"), "nobody1");
  const alert = await screen.findByRole("alert");
  expect(screen.getByLabelText("Referrer ID").getAttribute("aria-describedby")).toContain(alert.parentElement?.id);
  expect(calls.map((call) => call.body)).toEqual([{ kind: "memId", value: "golden7", recommender: "nobody1" }]);
});

test("the first member of a site is not asked for a referrer", async () => {
  stubApi({});
  await show(<Signup bounds={{ ...bounds, needsReferrer: false }} />);
  expect(screen.queryByLabelText("Referrer ID")).toBeNull();
  await press("Continue");
  await waitFor(() => expect(document.activeElement).toBe(input("Member ID")));
});

test("an empty step is not passed; its first fault has the focus, and the other step has none yet", async () => {
  const calls = stubApi({});
  await show(<Signup />);
  await press("Continue");
  await waitFor(() => expect(document.activeElement).toBe(input("Referrer ID")));
  expect(alerts()).toHaveLength(4);
  await fillAccount();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: /^Step 2 of 2/ })));
  expect(alerts()).toEqual([]);
  await press("Create account");
  await waitFor(() => expect(document.activeElement).toBe(input("Name")));
  expect(alerts()).toHaveLength(7);
  expect(calls.filter((call) => call.path === "/api/member/signup")).toEqual([]);
});

test("a good form is sent once, without the repeated secrets", async () => {
  const calls = stubApi({ "/api/member/signup": ({ memId }) => ({ memId, status: "pending" }) });
  const done = vi.fn();
  await show(<Signup onDone={done} />);
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

test("a refusal of the whole form stands at its field, on that field's step, and the field has the focus", async () => {
  stubApi({ "/api/member/signup": () => "U113" });
  await show(<Signup />);
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  const alert = await screen.findByRole("alert");
  expect(input("Referrer ID").getAttribute("aria-describedby")).toContain(alert.parentElement?.id);
  await waitFor(() => expect(document.activeElement).toBe(input("Referrer ID")));
  expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
});

test("going back, by the button or in the browser's history, keeps what was typed", async () => {
  stubApi({});
  await show(<Signup />);
  await fillAccount();
  await userEvent.type(input("Name"), "Hong Gildong");
  await press("Back");
  expect(screen.queryByRole("button", { name: "Create account" })).toBeNull();
  expect([input("Member ID").value, input("Password").value]).toEqual(["golden7", "river2026"]);
  expect(screen.getByText("Account").closest("li")?.getAttribute("aria-current")).toBe("step");
  await press("Continue");
  await press("Browser back");
  expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
  await press("Continue");
  expect(input("Name").value).toBe("Hong Gildong");
});

test("the holder follows the name until it says something else", async () => {
  stubApi({});
  await show(<Signup />);
  await fillAccount();
  await userEvent.type(input("Name"), "Hong");
  expect(input("Account holder").value).toBe("Hong");
  await userEvent.type(input("Account holder"), " Kim");
  await userEvent.type(input("Name"), " Gildong");
  expect(input("Account holder").value).toBe("Hong Kim");
});

test("an invite link fills in the referrer", async () => {
  stubApi({});
  await show(<Signup invited="partner1" />);
  expect(input("Referrer ID").value).toBe("partner1");
});
