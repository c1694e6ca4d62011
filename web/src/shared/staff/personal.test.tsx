import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider } from "jotai";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { store } from "../store.ts";
import { PATIENCE } from "../testing/patience.ts";
import { newTestClient, show, stubApi } from "../testing/render.tsx";
import { useShown } from "./personal.ts";
import { endSession, sessionKey } from "./session.ts";
import { ShowPersonal } from "./show-personal.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Value({ id }: { id: string }) {
  return <p>Account: {useShown("request", id).of("accountNo", "******9990")}</p>;
}

function Row({ id, button = true }: { id: string; button?: boolean }) {
  return (
    <>
      <Value id={id} />
      {button && <ShowPersonal subject="request" id={id} fields={["accountNo"]} purpose="payout" />}
    </>
  );
}

const path = "/api/admin/personal/show";
const answer = { list: [{ field: "accountNo", value: "7778889990", before: "" }] };

async function office(rights: string[], answers: Parameters<typeof stubApi>[0] = { [path]: () => answer }) {
  const calls = stubApi(answers);
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "kim", name: "Kim", rights } });
  const view = await show(<Row id="7" />, "en", client);
  return { calls, ...view };
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const clear = () => screen.queryByText("Account: 7778889990");
const masked = () => screen.queryByText("Account: ******9990");

test("one press shows a value for the usual reason, another one hides it; no cache keeps it", async () => {
  const { calls, client } = await office(["personal"]);
  expect(masked()).not.toBeNull();
  expect(screen.getByText("Reason: Pay a withdrawal")).not.toBeNull();
  await press("Show");
  await waitFor(() => expect(clear()).not.toBeNull());
  expect(calls).toEqual([
    { path, body: { subject: "request", id: "7", fields: ["accountNo"], purpose: "payout", words: "" } },
  ]);
  const kept = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(({ state }) => state);
  expect(JSON.stringify(kept)).not.toContain("7778889990");
  await press("Hide");
  expect(clear()).toBeNull();
  expect(masked()).not.toBeNull();
});

test("the value disappears after three minutes", async () => {
  await office(["personal"]);
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  await vi.waitFor(() => expect(clear()).not.toBeNull(), PATIENCE);
  act(() => vi.advanceTimersByTime(179_000));
  expect(clear()).not.toBeNull();
  act(() => vi.advanceTimersByTime(1_100));
  expect(clear()).toBeNull();
});

test("the value is forgotten when its row is left, and one row does not show the value of another", async () => {
  const { rerender, client } = await office(["personal"]);
  await press("Show");
  await waitFor(() => expect(clear()).not.toBeNull());
  const draw = (id: string) =>
    rerender(
      <Provider store={store}>
        <QueryClientProvider client={client}>
          <Row id={id} />
        </QueryClientProvider>
      </Provider>,
    );
  draw("8");
  expect(clear()).toBeNull();
  draw("7");
  expect(clear()).toBeNull();
});

test("an answer that comes after the row was left, or after the session, is not shown", async () => {
  let arrive: (data: unknown) => void = () => undefined;
  const { rerender, client } = await office(["personal"], {
    [path]: () =>
      new Promise((done) => {
        arrive = done;
      }),
  });
  const draw = (id: string) =>
    rerender(
      <Provider store={store}>
        <QueryClientProvider client={client}>
          <Row id={id} />
        </QueryClientProvider>
      </Provider>,
    );
  await press("Show");
  draw("8");
  await act(async () => arrive(answer));
  draw("7");
  expect(clear()).toBeNull();
  await press("Show");
  await act(async () => arrive(answer));
  await waitFor(() => expect(clear()).not.toBeNull());
  act(() => endSession(client, null));
  expect(clear()).toBeNull();
});

test("another reason is chosen or written in a dialog, and is not left out", async () => {
  const { calls } = await office(["personal"]);
  await press("Other reason");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(dialog.getByLabelText("Usual reason"), "");
  await userEvent.click(dialog.getByRole("button", { name: "Show" }));
  expect(dialog.getByRole("alert").textContent).toBe("Choose a reason, or write one");
  expect(calls).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Reason in your own words"), " the police asked ");
  await userEvent.click(dialog.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(clear()).not.toBeNull());
  expect(calls[0]?.body).toMatchObject({ purpose: "", words: "the police asked" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a refusal is told, and the value stays masked", async () => {
  await office(["personal"], { [path]: () => "U029" });
  await press("Show");
  expect((await screen.findByRole("alert")).textContent).toContain("You do not have access");
  expect(masked()).not.toBeNull();
});

test("without the right there is no button", async () => {
  await office(["cash"]);
  expect(masked()).not.toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
