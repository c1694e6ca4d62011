import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../testing/render.tsx";
import { LiveMoney } from "./live-money.tsx";
import { Money } from "./money.tsx";

test("an amount has separators and the currency, and loses with a sign as well as a colour", async () => {
  await show(<Money amount={1234567} tone="loss" />);
  expect(screen.getByText("−₩1,234,567")).toBeDefined();
});

test("a balance counts to its new value; readers hear the final figure only", async () => {
  const { rerender, container } = await show(<LiveMoney label="Cash" amount={1_000} />);
  rerender(<LiveMoney label="Cash" amount={51_000} />);
  expect(container.querySelector("[aria-live]")?.textContent).toBe("Cash ₩51,000");
  await waitFor(() => expect(container.querySelector("[aria-hidden]")?.textContent).toBe("₩51,000"));
});
