import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { refuseApi, show, stubApi } from "#shared/testing/render.tsx";
import { WhoDecides } from "./who-decides.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const rule = (more: object) => ({
  act: "x",
  right: "cash",
  kind: "x",
  bound: "",
  one: false,
  from: 0,
  done: 0,
  ...more,
});

test.each([
  [rule({}), "A second person has to approve it. Until then nothing changes."],
  [rule({ one: true }), "It applies at once: on this site one person is enough."],
  [rule({ act: "partner.rates" }), /^A raise needs a second person/],
  [rule({ act: "site.settings" }), /^If the site's rules ask for a second person/],
  [rule({ from: 300_000, done: 100_000 }), /^From ₩300,000 within 24 hours on.*You alone so far: ₩100,000\.$/],
  [rule({ bound: "rights" }), /^You decide alone\. For 24 hours/],
  [rule({ bound: "prices" }), /^You decide alone: prices/],
])("a dialog says beforehand who decides: %o", async (one, text) => {
  stubApi({ "/api/admin/approval/rules": () => ({ list: [rule({ act: "other" }), one] }) });
  await show(<WhoDecides act={one.act} />);
  expect(await screen.findByText(text)).toBeDefined();
});

test("while the rules are not known, a dialog says that there may be a second person", async () => {
  refuseApi();
  await show(<WhoDecides act="x" />);
  expect(screen.getByText(/^If the site's rules ask for a second person/)).toBeDefined();
});
