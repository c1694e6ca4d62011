import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { sessionKey } from "#features/session/session.ts";
import { store } from "#shared/store.ts";
import { toastAtom } from "#shared/ui/toast.tsx";
import { newRouter } from "../routes.tsx";
import { addresses } from "./addresses.ts";

/** Where an address leads a member, and whether the way there was replaced in the history. */
async function follow(address: string) {
  const client = new QueryClient();
  client.setQueryData(sessionKey, { member: { memId: "golden7", recommendYn: "Y" } });
  const history = createMemoryHistory({ initialEntries: ["/", address] });
  const router = newRouter(client, history);
  await router.load();
  const known = router.state.matches.length > 1;
  return { to: known ? router.state.location.href : "/", steps: history.length };
}

test.each(addresses)("%s leads to %s", async (address, page) => {
  const { to, steps } = await follow(address);
  expect(to).toBe(page);
  // Going back must not meet the old address again.
  expect(steps).toBe(2);
});

test("a member who is no partner is told so and led home from the partner area (product.txt, section 5)", async () => {
  const client = new QueryClient();
  client.setQueryData(sessionKey, { member: { memId: "golden7", recommendYn: "N" } });
  const router = newRouter(client, createMemoryHistory({ initialEntries: ["/partner/lower/list"] }));
  const told = vi.spyOn(store, "set");
  await router.load();
  expect(router.state.location.pathname).toBe("/");
  expect(told.mock.calls).toEqual([[toastAtom, { tone: "warning", text: expect.any(String) }]]);
});
