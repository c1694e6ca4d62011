import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { Inquiry } from "./inquiries.ts";
import { InquiryPage } from "./inquiry-page.tsx";

const at = "2026-11-22T00:00:00Z";
let inquiry: Inquiry;
beforeEach(() => {
  inquiry = {
    idx: 7,
    category: "etc",
    title: "When?",
    content: "Look",
    text: "Look",
    status: "answer",
    answer: "Now",
    answerText: "Now",
    answeredAt: "2026-11-22T03:00:00Z",
    createdAt: at,
    account: null,
    images: [{ idx: 3, width: 30, height: 20 }],
    messages: [
      { staff: true, content: "Today", text: "Today", images: [], createdAt: "2026-11-22T01:00:00Z" },
      { staff: false, content: "Not yet", text: "Not yet", images: [], createdAt: "2026-11-22T02:00:00Z" },
    ],
  };
});
afterEach(() => vi.unstubAllGlobals());

const open = async (answers: Parameters<typeof stubApi>[0] = {}) => {
  const calls = stubApi({
    "/api/board/qna/detail": () => inquiry,
    "/api/board/qna/image": () => new Blob(["x"], { type: "image/jpeg" }),
    ...answers,
  });
  await show(<InquiryPage boardIdx={7} back={null} />);
  await screen.findByRole("heading", { level: 1, name: "When?" });
  return calls;
};

test("a thread is read from the question to the last answer, and the member writes again", async () => {
  const calls = await open({
    "/api/board/qna/follow": ({ content }) => ({
      ...inquiry,
      status: "wait",
      answer: "",
      answeredAt: null,
      messages: [...inquiry.messages, { staff: false, content, text: content, images: [], createdAt: at }],
    }),
  });
  expect(screen.getAllByText(/^(Look|Today|Not yet|Now)$/).map(({ textContent }) => textContent)).toEqual([
    "Look",
    "Today",
    "Not yet",
    "Now",
  ]);
  const picture = await screen.findByRole<HTMLImageElement>("img", { name: "Picture 1" });
  expect(picture.src).toMatch(/^data:/); // the policy of the site allows no blob:
  const send = () => userEvent.click(screen.getByRole("button", { name: "Send the message" }));
  await send();
  expect(calls.some(({ path }) => path.endsWith("/follow"))).toBe(false);
  await userEvent.type(screen.getByLabelText("Your message"), "Still not");
  await send();
  await screen.findByText("Still not");
  expect(calls.find(({ path }) => path.endsWith("/follow"))?.body).toEqual({
    boardIdx: 7,
    content: "Still not",
    imageIdx: [],
  });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your message").value).toBe("");
});

test("a closed inquiry takes no more messages", async () => {
  inquiry.status = "closed";
  await open();
  expect(screen.getByText(/This question is closed/)).toBeTruthy();
  expect(screen.getByText("Now")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send the message" })).toBeNull();
});
