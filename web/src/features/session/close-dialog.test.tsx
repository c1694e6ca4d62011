import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { CloseDialog } from "./close-dialog.tsx";

afterEach(() => vi.unstubAllGlobals());

const submit = () => userEvent.click(screen.getByRole("button", { name: "Close my account" }));

test("an account is closed by password and by agreement to the exact sum that is left", async () => {
  const closed = vi.fn();
  const calls = stubApi({ "/api/cash/closeAccount": () => ({}) });
  await show(
    <CloseDialog
      left={{ cashAmt: 1_500, pointAmt: 20 }}
      withdraw={<a href="/out">out</a>}
      onClose={() => undefined}
      onClosed={closed}
    />,
  );
  expect(screen.getByText("out")).toBeTruthy();
  await submit();
  expect(screen.getByText("Please confirm that you understand.")).toBeTruthy();
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("checkbox", { name: "I understand, and I give up ₩1,500 and 20 points." }));
  await userEvent.type(screen.getByLabelText("Current password"), "Pass1234");
  await submit();
  expect(calls).toEqual([
    { path: "/api/cash/closeAccount", body: { memPass: "Pass1234", cashAmt: 1_500, pointAmt: 20 } },
  ]);
  expect(closed).toHaveBeenCalledOnce();
});

test("a balance that has changed meanwhile is said", async () => {
  stubApi({ "/api/cash/closeAccount": () => "C019" });
  await show(
    <CloseDialog
      left={{ cashAmt: 0, pointAmt: 0 }}
      withdraw={null}
      onClose={() => undefined}
      onClosed={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "I understand, and I want to close my account." }));
  await userEvent.type(screen.getByLabelText("Current password"), "Pass1234");
  await submit();
  expect(await screen.findByText("Your balance has changed. Please check the amounts and confirm again.")).toBeTruthy();
});
