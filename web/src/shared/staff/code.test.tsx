import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { api } from "../api/client.ts";
import { startI18n } from "../i18n/i18n.ts";
import { show, stubApi } from "../testing/render.tsx";
import { CodeAsked } from "./code-asked.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

/** A back office whose calls need a code until one was given. */
async function office(more: Parameters<typeof stubApi>[0] = {}) {
  let fresh = false;
  const calls = stubApi({
    "/api/admin/staff/unlock": () => (fresh ? {} : "U045"),
    "/api/admin/reset/confirm": () => (fresh ? {} : "U045"),
    "/api/admin/cash/requests.csv": () => (fresh ? new Blob(["a,b"], { type: "text/csv" }) : "U045"),
    "/api/admin/confirm": ({ otp }: { otp?: unknown }) => {
      if (otp !== "123456") return "U046";
      fresh = true;
      return { until: "2026-11-26T00:00:00Z" };
    },
    ...more,
  });
  const page = await show(<CodeAsked />, "en");
  return { calls, page };
}
const dialog = async () => within(await screen.findByRole("dialog", { name: "Confirm with a code" }));

test("calls and a download that are refused at once share one question, and each is repeated once", async () => {
  const { calls } = await office();
  const waiting = Promise.all([
    api.call("/api/admin/staff/unlock", { memId: "clerk1" }),
    api.call("/api/admin/reset/confirm", { idx: 1 }),
    api.file("/api/admin/cash/requests.csv", {}),
  ]);
  await userEvent.type((await dialog()).getByLabelText("Authenticator code"), "123456");
  const [, , file] = await waiting;
  expect(file).toBeInstanceOf(Blob);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.map(({ path }) => path).toSorted()).toEqual(
    [
      "/api/admin/confirm",
      ...["/api/admin/staff/unlock", "/api/admin/reset/confirm", "/api/admin/cash/requests.csv"].flatMap((path) => [
        path,
        path,
      ]),
    ].toSorted(),
  );
});

test("a wrong code empties the field and says why; the right one goes on", async () => {
  await office();
  const call = api.call("/api/admin/staff/unlock", { memId: "clerk1" });
  const { findByRole, getByLabelText } = await dialog();
  await userEvent.type(getByLabelText("Authenticator code"), "000000");
  expect((await findByRole("alert")).textContent).toContain("was already used");
  expect(getByLabelText("Authenticator code")).toHaveProperty("value", "");
  await userEvent.type(getByLabelText("Authenticator code"), "123456");
  await expect(call).resolves.toEqual({});
});

test("a dialog that is closed leaves the refusal to the page, and the next call asks again", async () => {
  const { calls } = await office();
  const call = api.call("/api/admin/staff/unlock", { memId: "clerk1" });
  const refused = expect(call).rejects.toMatchObject({ code: "U045" });
  await userEvent.click((await dialog()).getByRole("button", { name: "Close" }));
  await refused;
  expect(calls.map(({ path }) => path)).toEqual(["/api/admin/staff/unlock"]);
  const again = api.call("/api/admin/staff/unlock", { memId: "clerk1" });
  await userEvent.type((await dialog()).getByLabelText("Authenticator code"), "123456");
  await again;
});

test("a call that is refused again after the code is not repeated a second time", async () => {
  const { calls } = await office({ "/api/admin/staff/unlock": () => "U045" });
  const refused = expect(api.call("/api/admin/staff/unlock", { memId: "clerk1" })).rejects.toMatchObject({
    code: "U045",
  });
  await userEvent.type((await dialog()).getByLabelText("Authenticator code"), "123456");
  await refused;
  expect(calls.filter(({ path }) => path.endsWith("/unlock"))).toHaveLength(2);
});

test("a session that ends meanwhile ends the question", async () => {
  const { page } = await office();
  const refused = expect(api.call("/api/admin/staff/unlock", { memId: "clerk1" })).rejects.toMatchObject({
    code: "U045",
  });
  await dialog();
  page.unmount();
  await refused;
});
