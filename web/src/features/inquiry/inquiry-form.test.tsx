import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { InquiryForm } from "./inquiry-form.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a question is sent as it was typed; what is missing stands at its field", async () => {
  const calls = stubApi({ "/api/board/qna/save": () => ({ idx: 7 }) });
  const done = vi.fn();
  await show(<InquiryForm pinLength={4} onDone={done} />);
  const send = () => userEvent.click(screen.getByRole("button", { name: "Send the question" }));
  await send();
  expect(calls).toEqual([]);
  expect(screen.getByText("Please enter a title.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Title"));
  await userEvent.type(screen.getByLabelText("Title"), " When? ");
  await userEvent.type(screen.getByLabelText("Text"), "a < b{Enter}now");
  await send();
  await waitFor(() => expect(done).toHaveBeenCalledWith(7));
  expect(calls[0]?.body).toEqual({ category: "etc", title: "When?", content: "a &lt; b<br>now", imageIdx: [] });
});

test("the account is shown for the withdrawal password, a wrong one is said at its field and forgotten", async () => {
  const codes = ["C017", "200"];
  const calls = stubApi({
    "/api/board/qna/save": () => {
      const code = codes.shift();
      return code === "200" ? { idx: 8 } : code;
    },
  });
  const done = vi.fn();
  await show(<InquiryForm pinLength={4} onDone={done} />);
  await userEvent.click(screen.getByRole("radio", { name: /Deposit account/ }));
  const pin = screen.getByLabelText<HTMLInputElement>("Withdrawal password");
  const send = () => userEvent.click(screen.getByRole("button", { name: "Show the deposit account" }));
  await userEvent.type(pin, "12a");
  expect(pin.value).toBe("12");
  await send();
  expect(calls).toEqual([]);
  await userEvent.type(pin, "34");
  await send();
  await waitFor(() => expect(pin.value).toBe(""));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(done).not.toHaveBeenCalled();
  await userEvent.type(pin, "4321");
  await send();
  await waitFor(() => expect(done).toHaveBeenCalledWith(8));
  expect(calls.map(({ body }) => [body.category, body.cashPin])).toEqual([
    ["bankaccount", "1234"],
    ["bankaccount", "4321"],
  ]);
});
