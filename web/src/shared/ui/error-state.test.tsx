import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../api/error.ts";
import { startI18n } from "../i18n/i18n.ts";
import { ErrorState } from "./error-state.tsx";

test("a failure of the first page is put in words as soon as their texts are there, and never as a code", async () => {
  await startI18n("member");
  const error = new ApiError("9999");
  const { container } = render(<ErrorState error={error} />);
  expect(container.textContent).toBe("");
  expect(await screen.findByText(/\S{2}/)).toBeDefined();
  expect(container.textContent).not.toMatch(/9999|E001/);
});
