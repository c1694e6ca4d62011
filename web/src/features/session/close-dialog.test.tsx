import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
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

test("an agreement is to one sum: a balance that moves takes it back", async () => {
  const calls = stubApi({ "/api/cash/closeAccount": () => ({}) });
  const dialog = (cashAmt: number) => (
    <CloseDialog left={{ cashAmt, pointAmt: 0 }} withdraw={null} onClose={() => undefined} onClosed={() => undefined} />
  );
  const Balance = () => {
    const [cash, setCash] = useState(1_000);
    return (
      <>
        <button type="button" onClick={() => setCash(2_000)}>
          win
        </button>
        {dialog(cash)}
      </>
    );
  };
  await show(<Balance />);
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.type(screen.getByLabelText("Current password"), "Pass1234");
  await userEvent.click(screen.getByText("win"));
  expect(screen.getByRole("checkbox", { checked: false, name: /₩2,000/ })).toBeTruthy();
  await submit();
  expect(calls).toEqual([]);
});
