import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { SampleForm } from "./sample-form.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

test("what other staff saved meanwhile is told, and stays", async () => {
  const calls = stubApi({ "/api/admin/qna/sample/save": () => "C019" });
  const sample = { idx: 5, version: 3, name: "Deposit", texts: [{ lang: "en", content: "Hello" }] };
  await show(<SampleForm sample={sample} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Someone else changed this in the meantime/)).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/save"))?.body).toMatchObject({ idx: 5, version: 3 });
});
