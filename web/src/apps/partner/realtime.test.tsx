import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { openConnection } from "#shared/app/open-connection.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, refuseApi, show } from "#shared/testing/render.tsx";
import { useRealtime } from "./realtime.ts";

function Page() {
  useRealtime();
  return null;
}

const session = (...rights: PartnerRight[]) => ({
  topic: "own",
  shard: "{3}",
  hubKey: "key",
  expiresAt: "2026-11-27T06:00:00Z",
  agent: { agentId: "harbor.mina", name: "Mina", memId: "harbor", siteId: "demo", partnerLevel: 2, rights },
});

/** The topics of the connection that was opened last. */
async function topics() {
  const options = vi.mocked(openConnection).mock.lastCall?.[0];
  const { feeds } = (await options?.identity()) ?? { feeds: [] };
  return feeds.map(({ destination }) => destination);
}

beforeEach(() => refuseApi());
afterEach(() => vi.unstubAllGlobals());

test.each<[PartnerRight]>([["lower.read"], ["money.read"], ["play.read"]])(
  "with %s the topic of the partner is followed",
  async (right) => {
    const client = newTestClient();
    client.setQueryData(sessionKey, session(right));
    const view = await show(<Page />, "en", client);
    expect(await topics()).toEqual(["/topic/own", "/topic/partner.harbor"]);
    view.unmount();
  },
);

test("without a right for something on it the topic of the partner is not asked for, and the session is still heard", async () => {
  const client = newTestClient();
  client.setQueryData(sessionKey, session("message.write", "agent.modify", "commission.read", "lower.write"));
  const view = await show(<Page />, "en", client);
  expect(openConnection).toHaveBeenCalledTimes(1);
  expect(await topics()).toEqual(["/topic/own"]);
  view.unmount();
});

test("a right that is given with the next token opens the topic", async () => {
  const client = newTestClient();
  client.setQueryData(sessionKey, session());
  const view = await show(<Page />, "en", client);
  expect(await topics()).toEqual(["/topic/own"]);
  client.setQueryData(sessionKey, session("play.read"));
  await waitFor(() => expect(openConnection).toHaveBeenCalledTimes(2));
  expect(await topics()).toEqual(["/topic/own", "/topic/partner.harbor"]);
  view.unmount();
});
