import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { GiftsPage } from "./gifts-page.tsx";

afterEach(() => vi.unstubAllGlobals());

const gift = {
  idx: 9,
  byStaff: true,
  sender: "",
  memId: "demo01",
  pointAmt: 5_000,
  memo: "Hello",
  state: "sent",
  sentAt: "2026-11-24T01:00:00Z",
  expiresAt: "2026-12-01T01:00:00Z",
  closedAt: null,
};
const moved = { cashAmt: 1, pointAmt: 7_000, version: 3 };

async function page(list: object[], props: { points?: number | null; page?: number } = {}) {
  const calls = stubApi({
    "/api/give/list": () => ({ list, pageInfo: { page: 1, pages: 1, total: list.length, countPerList: 20 } }),
    "/api/give/take": () => moved,
    "/api/give/send": () => ({ gift, ...moved }),
  });
  const onBalance = vi.fn();
  const onPart = vi.fn();
  await show(
    <>
      <GiftsPage
        page={props.page ?? 1}
        sent={false}
        points={props.points ?? null}
        ways={<a href="/wheel">Wheel</a>}
        onPart={onPart}
        onPage={() => undefined}
        onBalance={onBalance}
      />
      <Toasts />
    </>,
  );
  return { calls, onBalance, onPart };
}

test("a gift that waits is a card, and its button takes it", async () => {
  const { calls, onBalance } = await page([gift]);
  const waiting = within(await screen.findByRole("region", { name: "Waiting for you" }));
  await userEvent.click(waiting.getByRole("button", { name: "Claim 5,000 P" }));
  await waitFor(() => expect(onBalance).toHaveBeenCalledWith(moved));
  expect(calls.find(({ path }) => path === "/api/give/take")?.body).toMatchObject({ idx: 9 });
  expect(await screen.findByText("5,000 P was added.")).toBeTruthy();
});

test("without any, the page says where points come from", async () => {
  await page([{ ...gift, state: "taken" }]);
  const waiting = within(await screen.findByRole("region", { name: "Waiting for you" }));
  expect(waiting.getByText("Nothing is waiting")).toBeTruthy();
  expect(waiting.getByRole("link", { name: "Wheel" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send points" })).toBeNull();
});

test("a gift that waits on a later page is taken from its row", async () => {
  const { onBalance } = await page([gift], { page: 2 });
  const table = within(await screen.findByRole("table"));
  await userEvent.click(table.getByRole("button", { name: "Claim 5,000 P" }));
  await waitFor(() => expect(onBalance).toHaveBeenCalledWith(moved));
});

test("where the site allows it, points are sent: not more than there are, and with a name", async () => {
  const { calls, onBalance, onPart } = await page([], { points: 2_000 });
  await userEvent.click(await screen.findByRole("button", { name: "Sent" }));
  expect(onPart).toHaveBeenCalledWith(true);
  await userEvent.click(screen.getByRole("button", { name: "Send points" }));
  const dialog = within(await screen.findByRole("dialog"));
  const submit = () => userEvent.click(dialog.getByRole("button", { name: /^Send/ }));
  await userEvent.type(dialog.getByLabelText("Points"), "3000");
  await submit();
  expect(dialog.getByText("Enter the member ID.")).toBeTruthy();
  expect(dialog.getByText("You do not have that many points.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Member ID"), "minsu77");
  await userEvent.clear(dialog.getByLabelText("Points"));
  await userEvent.type(dialog.getByLabelText("Points"), "1500");
  await userEvent.click(dialog.getByRole("button", { name: "Send 1,500 P" }));
  await waitFor(() => expect(onBalance).toHaveBeenCalled());
  const sent = calls.filter(({ path }) => path === "/api/give/send");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ memId: "minsu77", pointAmt: 1_500, memo: "" });
});
