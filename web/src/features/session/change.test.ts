import { expect, test } from "vitest";
import { changeFault, changeOf, emptyChange, fieldOfRefusal } from "./change.ts";

const bounds = {
  idMin: 5,
  idMax: 13,
  nickMin: 3,
  nickMax: 19,
  passMin: 6,
  passMax: 20,
  pinLength: 4,
  needsReferrer: true,
};

test.each([
  ["password", "next", { next: "short" }, "U102"],
  ["password", "next", { next: "onlyletters" }, "U102"],
  ["password", "next", { next: "kim01pass1" }, "U102"],
  ["password", "next", { next: "Plum-4711" }, null],
  ["password", "again", { next: "Plum-4711", again: "Plum-4712" }, "passAgain"],
  ["password", "memPass", {}, "U031"],
  ["pin", "cashPin", {}, "C028"],
  ["pin", "next", { next: "12a4" }, "U103"],
  ["pin", "again", { next: "1234", again: "4321" }, "pinAgain"],
  ["nick", "next", { next: "ab" }, "U104"],
  ["nick", "next", { next: "용감한 곰" }, null],
  ["lang", "next", { next: "ko" }, null],
] as const)("%s: %s of %j is %s", (kind, field, typed, wrong) => {
  const fault = changeFault(kind, field, { ...emptyChange, ...typed }, bounds, "kim01");
  expect(fault === null ? null : "form" in fault ? fault.form : fault.code).toBe(wrong);
});

test("only what is changed is sent", () => {
  const form = { memPass: "old-1", cashPin: "1111", next: " new ", again: " new " };
  expect(changeOf("password", form)).toEqual({ memPass: "old-1", newMemPass: " new " });
  expect(changeOf("pin", form)).toEqual({ memPass: "old-1", cashPin: "1111", newCashPin: " new " });
  expect(changeOf("nick", form)).toEqual({ memPass: "old-1", memNick: "new" });
  expect(changeOf("lang", { ...form, next: "th" })).toEqual({ memPass: "old-1", lang: "th" });
});

test("a refusal stands at its field", () => {
  expect([fieldOfRefusal("U003"), fieldOfRefusal("C017"), fieldOfRefusal("U006"), fieldOfRefusal("E002")]).toEqual([
    "memPass",
    "cashPin",
    "next",
    null,
  ]);
});
