import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Member } from "#shared/api/types.ts";
import { show } from "#shared/testing/render.tsx";
import { WithdrawConfirm } from "./withdraw-confirm.tsx";

const member = { bankName: "Kookmin", accountMasked: "***4567", accountHolder: "Kim" } as unknown as Member;
const never = () => undefined;

test("a withdrawal in a break says before it is sent what it forfeits, and can be cancelled", async () => {
  const forfeit = { forfeitCash: 50_000, forfeitPoints: 3_000 };
  await show(
    <WithdrawConfirm
      amount={100_000}
      through={false}
      member={member}
      forfeit={forfeit}
      busy={false}
      onConfirm={never}
      onClose={never}
    />,
  );
  expect(screen.getByRole("alert").textContent).toMatch(/forfeited for it: .*50,000.* \+ 3,000 points/);
  expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
});

test("a withdrawal that forfeits nothing does not speak of it", async () => {
  const forfeit = { forfeitCash: 0, forfeitPoints: 0 };
  await show(
    <WithdrawConfirm
      amount={100_000}
      through={false}
      member={member}
      forfeit={forfeit}
      busy={false}
      onConfirm={never}
      onClose={never}
    />,
  );
  expect(screen.queryByRole("alert")).toBeNull();
});
