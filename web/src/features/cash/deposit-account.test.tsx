import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { DepositAccount } from "./deposit-account.tsx";

afterEach(() => vi.unstubAllGlobals());

const account = (ms: number) => ({
  bankName: "Kookmin",
  accountNo: "99900011122233",
  accountHolder: "Hubstake",
  until: new Date(Date.now() + ms).toISOString(),
});

test("the account to pay into is shown for the withdrawal password, as the inquiry shows it (D-62)", async () => {
  const answers = ["C017", account(1_800_000)];
  const calls = stubApi({ "/api/cash/getAcc": () => "C028", "/api/cash/openAcc": () => answers.shift() });
  await show(<DepositAccount pinLength={4} />);
  const pin = await screen.findByLabelText<HTMLInputElement>("Withdrawal password");
  expect(screen.queryByText("99900011122233")).toBeNull();
  const send = () => userEvent.click(screen.getByRole("button", { name: "Show the account" }));
  await userEvent.type(pin, "12a");
  await send();
  expect(screen.getByRole("alert").textContent).toBe("Please enter the withdrawal password.");
  await userEvent.type(pin, "34");
  await send();
  await waitFor(() => expect(pin.value).toBe(""));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  await userEvent.type(pin, "4321{Enter}");
  expect(await screen.findByText("99900011122233")).toBeTruthy();
  expect(screen.getByText(/^Shown until/)).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith("openAcc")).map(({ body }) => body)).toEqual([
    { cashPin: "1234" },
    { cashPin: "4321" },
  ]);
});

test("a page that asks again shows the account that staff put in place of the one before", async () => {
  const answers = [account(1_800_000), { ...account(1_800_000), accountNo: "222222" }];
  stubApi({ "/api/cash/getAcc": () => answers.shift() });
  const { client, unmount } = await show(<DepositAccount pinLength={4} />);
  expect(await screen.findByText("99900011122233")).toBeTruthy();
  unmount();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, staleTime: 30_000 } });
  await show(<DepositAccount pinLength={4} />, "en", client);
  expect(await screen.findByText("222222")).toBeTruthy();
  expect(screen.queryByText("99900011122233")).toBeNull();
});

test("an account that was shown a moment ago needs no second password, and is hidden when its time is over", async () => {
  stubApi({ "/api/cash/getAcc": () => account(1_500) });
  await show(<DepositAccount pinLength={4} />);
  expect(await screen.findByText("99900011122233")).toBeTruthy();
  expect(await screen.findByLabelText("Withdrawal password")).toBeTruthy();
  expect(screen.queryByText("99900011122233")).toBeNull();
});
