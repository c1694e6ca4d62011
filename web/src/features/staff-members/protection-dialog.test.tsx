import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { ProtectionDialog } from "./protection-dialog.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

test("a limit that is not lower is not sent, a lower one is sent with its reason", async () => {
  const state = {
    limits: [
      {
        kind: "deposit",
        days: 1,
        amount: 50_000,
        used: 0,
        setAt: "2026-11-01T00:00:00Z",
        pendingAmount: null,
        pendingFrom: "2026-11-02T00:00:00Z",
        pendingUntil: "2026-11-09T00:00:00Z",
      },
    ],
    timeoutUntil: null,
    excludedUntil: "2026-01-01T00:00:00Z",
    excluded: true,
    minutes: 30,
    inBreak: true,
    timeouts: [1, 7],
    changes: [],
  };
  const calls = stubApi({
    "/api/admin/member/protection": () => state,
    "/api/admin/member/protection/limit": () => ({ ...state, limits: [] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { rights: ["member", "standing"] } });
  await show(<ProtectionDialog memId="kim1" onClose={() => undefined} />, "en", client);
  expect(await screen.findByText("Self-exclusion has ended; waiting for staff to reopen the account")).toBeDefined();
  expect(screen.getByText(/^No limit, can be confirmed/)).toBeDefined();
  expect(screen.getByText("No changes so far.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Set a lower limit" }));
  await userEvent.type(screen.getByLabelText("Amount"), "50000");
  await userEvent.type(screen.getByLabelText("Reason (visible to staff only)"), "a call");
  await userEvent.click(screen.getByRole("button", { name: "Set ₩50,000" }));
  expect((await screen.findByRole("alert")).textContent).toBe("It must be below ₩50,000.");
  await userEvent.clear(screen.getByLabelText("Amount"));
  await userEvent.type(screen.getByLabelText("Amount"), "20000");
  await userEvent.click(screen.getByRole("button", { name: "Set ₩20,000" }));
  await waitFor(() => expect(screen.queryByLabelText("Amount")).toBeNull());
  expect(calls.filter(({ path }) => path.endsWith("/limit")).map(({ body }) => body)).toEqual([
    { memId: "kim1", kind: "deposit", days: 1, amount: 20_000, reason: "a call" },
  ]);
});
