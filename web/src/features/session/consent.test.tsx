import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { store } from "#shared/store.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { consentLaterAtom, useAskedConsent } from "./consent.ts";
import { ConsentDialog } from "./consent-dialog.tsx";
import { putSession, type Session, sessionKey, useSession } from "./session.ts";

const session = (sid: string, version: number) =>
  ({ sid, documents: version > 0 ? [{ kind: "terms", version }] : [] }) as unknown as Session;

function Asked() {
  const here = useSession();
  const asked = useAskedConsent().length > 0;
  return here && asked ? <ConsentDialog session={here} /> : <p>nothing is asked</p>;
}

beforeEach(() => store.set(consentLaterAtom, null));
afterEach(() => vi.unstubAllGlobals());

test("a new version is asked about, and not again once it is accepted", async () => {
  const calls = stubApi({});
  const { client } = await show(<Asked />);
  await screen.findByText("nothing is asked");
  client.setQueryData(sessionKey, session("one", 2));
  const link = await screen.findByRole("link", { name: "Terms of use" });
  expect(link.getAttribute("href")).toBe("/terms");
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText("nothing is asked")).toBeTruthy();
  expect(calls).toEqual([{ path: "/api/member/agree", body: { documents: [{ kind: "terms", version: 2 }] } }]);
});

test("a member who answers later is asked at the next login", async () => {
  const calls = stubApi({});
  const { client } = await show(<Asked />);
  await screen.findByText("nothing is asked");
  client.setQueryData(sessionKey, session("one", 2));
  await userEvent.click(await screen.findByRole("button", { name: "Later" }));
  expect(await screen.findByText("nothing is asked")).toBeTruthy();
  client.setQueryData(sessionKey, session("two", 2));
  await waitFor(() => expect(screen.getByRole("dialog")).toBeTruthy());
  expect(calls).toEqual([]);
});

test("a version that is published during a session waits for the next one", () => {
  const client = new QueryClient();
  putSession(client, session("one", 0));
  putSession(client, session("one", 2));
  expect(client.getQueryData<Session>(sessionKey)?.documents).toEqual([]);
  putSession(client, session("two", 2));
  expect(client.getQueryData<Session>(sessionKey)?.documents).toHaveLength(1);
});
