import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { MessagesPage } from "./messages-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const path = "/api/partner/message/send";
const bodies = (calls: ReturnType<typeof stubApi>) => calls.map(({ body: { siteId: _, ...body } }) => body);

test("one account gets a message; a foreign one is refused at its field", async () => {
  const user = userEvent.setup();
  const calls = stubApi({ [path]: ({ memId }) => (memId === "minsu01" ? { sent: 1, after: "" } : "U001") });
  await show(
    <>
      <MessagesPage />
      <Toasts />
    </>,
  );
  await user.type(screen.getByRole("textbox", { name: "Member ID" }), "stranger");
  await user.click(screen.getByRole("button", { name: "Send the message" }));
  expect(await screen.findByText("Enter a title.")).toBeTruthy();
  expect(calls).toHaveLength(0);
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Hello");
  await user.click(screen.getByRole("button", { name: "Send the message" }));
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "Member ID" }).getAttribute("aria-invalid")).toBe("true"),
  );
  await user.clear(screen.getByRole("textbox", { name: "Member ID" }));
  await user.type(screen.getByRole("textbox", { name: "Member ID" }), "minsu01");
  await user.click(screen.getByRole("button", { name: "Send the message" }));
  expect(await screen.findByText("Sent to 1 account")).toBeTruthy();
  expect(bodies(calls).at(-1)).toEqual({ to: "member", title: "Hello", content: "", memId: "minsu01", after: "" });
});

test("a message to many is asked about first, goes on until everyone has it, and after a refusal with the others", async () => {
  const user = userEvent.setup();
  let refuse = true;
  const calls = stubApi({
    [path]: ({ after }) => {
      if (after === "") return { sent: 200, after: "k200" };
      return refuse ? "S001" : { sent: 50, after: "" };
    },
  });
  await show(
    <>
      <MessagesPage />
      <Toasts />
    </>,
  );
  await user.selectOptions(screen.getByLabelText("To"), "downline");
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Hello");
  await user.click(screen.getByRole("button", { name: "Send the message" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Hello");
  expect(calls).toHaveLength(0);
  await user.click(
    [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Send the message") as HTMLElement,
  );
  await waitFor(() => expect(calls).toHaveLength(2));
  refuse = false;
  await user.click(
    [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Send the message") as HTMLElement,
  );
  expect(await screen.findByText("Sent to 250 accounts")).toBeTruthy();
  expect(bodies(calls).map(({ after }) => after)).toEqual(["", "k200", "k200"]);
});

test("a message whose answer was lost is sent again under the same key", async () => {
  const user = userEvent.setup();
  let lost = true;
  stubApi({ [path]: () => ({ sent: 1, after: "" }) });
  const stubbed = fetch;
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    return lost ? Promise.reject(new TypeError("lost")) : stubbed(input, init);
  });
  await show(
    <>
      <MessagesPage />
      <Toasts />
    </>,
  );
  await user.type(screen.getByRole("textbox", { name: "Member ID" }), "minsu01");
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Hello");
  const send = () => user.click(screen.getByRole("button", { name: "Send the message" }));
  await send();
  await waitFor(() => expect(keys).toHaveLength(3));
  await screen.findByRole("alert");
  lost = false;
  await send();
  expect(await screen.findByText("Sent to 1 account")).toBeTruthy();
  expect(keys[0]).toMatch(/^[\d-]{16,64}$/);
  expect(new Set(keys).size).toBe(1);
});
