import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { balanceKey, putBalance } from "./balance.ts";

test("of two balances the newer one is shown, in whichever order they come", () => {
  const client = new QueryClient();
  const at = (version: number, cashAmt: number) => ({ cashAmt, pointAmt: 0, version });
  for (const next of [at(3, 300), at(1, 100), at(4, 400), at(4, 400), at(2, 200)]) putBalance(client, next);
  expect(client.getQueryData(balanceKey)).toEqual(at(4, 400));
});
