import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { expect, test } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { Refusal } from "./refusal.tsx";

test("a refusal has its words when they come while it is being drawn", async () => {
  await startI18n("member");
  let come = false;
  const Texts = () => {
    if (!come) {
      come = true;
      i18next.addResourceBundle(i18next.language, "api", { E001: "Please try again." });
      i18next.emit("completed");
    }
    return null;
  };
  render(
    <>
      <Refusal error={new Error("unknown")} />
      <Texts />
    </>,
  );
  expect(screen.getByRole("alert").textContent).toBe("Please try again.");
});
