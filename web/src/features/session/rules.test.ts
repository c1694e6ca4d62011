import { expect, test } from "vitest";
import { type Bounds, checkField, emptyForm, fieldOfCode, type SignupForm, signupFields } from "./rules.ts";

const bounds: Bounds = {
  idMin: 5,
  idMax: 13,
  nickMin: 3,
  nickMax: 19,
  passMin: 6,
  passMax: 20,
  pinLength: 4,
  needsReferrer: true,
};

const good: SignupForm = {
  memId: "golden7",
  memPass: "river2026",
  memPassAgain: "river2026",
  cashPin: "4071",
  cashPinAgain: "4071",
  memNick: "Hồng Nhung",
  memName: "홍길동",
  phone: "010-1234-5678",
  bankName: "국민은행",
  accountNo: "123-456-789",
  accountHolder: "홍길동",
  recommender: "partner1",
  agreeTerms: true,
};

const verdict = (change: Partial<SignupForm>, field: keyof SignupForm) => {
  const fault = checkField(field, { ...good, ...change }, bounds);
  return fault === null ? null : "code" in fault ? fault.code : fault.form;
};

test("a good form has nothing against it", () => {
  expect(signupFields.filter((field) => checkField(field, good, bounds) !== null)).toEqual([]);
  expect([...signupFields].sort()).toEqual(Object.keys(emptyForm).sort());
});

test.each<[string, Partial<SignupForm>, keyof SignupForm, string | null]>([
  ["D-01 four characters", { memId: "abcd" }, "memId", "U101"],
  ["D-01 five characters", { memId: "abcd1" }, "memId", null],
  ["D-01 fourteen characters", { memId: "abcdefghijklmn" }, "memId", "U101"],
  ["D-01 begins with a digit", { memId: "1abcde" }, "memId", "U101"],
  ["D-01 plus is refused", { memId: "abc+de" }, "memId", "U101"],
  ["D-01 other letters", { memId: "ábcdef" }, "memId", "U101"],
  ["D-02 two code points", { memNick: "김이" }, "memNick", "U104"],
  ["D-02 three code points", { memNick: "김이박" }, "memNick", null],
  ["D-02 twenty code points", { memNick: "가".repeat(20) }, "memNick", "U104"],
  ["D-02 full width letters count once", { memNick: "ＡＢＣ" }, "memNick", null],
  ["D-03 letters only", { memPass: "abcdefgh" }, "memPass", "U102"],
  ["D-03 digits only", { memPass: "12345678" }, "memPass", "U102"],
  ["D-03 five characters", { memPass: "abc12" }, "memPass", "U102"],
  ["D-03 specials are allowed", { memPass: "abc12!#" }, "memPass", null],
  ["D-03 contains the ID", { memPass: "xGOLDEN71" }, "memPass", "U102"],
  ["D-03 not repeated", { memPassAgain: "river2027" }, "memPassAgain", "passAgain"],
  ["D-04 three digits", { cashPin: "123" }, "cashPin", "U103"],
  ["D-04 letters", { cashPin: "12a4" }, "cashPin", "U103"],
  ["D-04 not repeated", { cashPinAgain: "4072" }, "cashPinAgain", "pinAgain"],
  ["D-05 without hyphens", { phone: "01012345678" }, "phone", null],
  ["D-05 another prefix", { phone: "012-1234-5678" }, "phone", null],
  ["D-05 international", { phone: "+84912345678" }, "phone", null],
  ["D-05 letters", { phone: "010-1234-567x" }, "phone", "U105"],
  ["D-06 bank name of one letter", { bankName: "국" }, "bankName", "bankName"],
  ["D-06 Thai bank name", { bankName: "กสิกรไทย" }, "bankName", null],
  ["D-06 account with letters", { accountNo: "12a" }, "accountNo", "U106"],
  ["D-06 holder with digits", { accountHolder: "홍길동2" }, "accountHolder", "holder"],
  ["D-06 Vietnamese holder", { accountHolder: "Nguyễn Thị Hồng" }, "accountHolder", null],
  ["D-06 Thai holder", { accountHolder: "สมชาย ใจดี" }, "accountHolder", null],
  ["recommender is required", { recommender: " " }, "recommender", "U026"],
  ["name is required", { memName: " " }, "memName", "required"],
  ["terms", { agreeTerms: false }, "agreeTerms", "terms"],
])("%s", (_, change, field, code) => {
  expect(verdict(change, field)).toBe(code);
});

test("a fault's text takes its figures from the site", () => {
  expect(checkField("memId", { ...good, memId: "a" }, { ...bounds, idMin: 3 })).toEqual({
    code: "U101",
    params: { min: "3", max: "13" },
  });
});

test("the server's refusals find their field", () => {
  expect(["U005", "U006", "U007", "U008", "U112"].map(fieldOfCode)).toEqual([
    "memId",
    "memNick",
    "phone",
    "accountNo",
    "recommender",
  ]);
  expect(fieldOfCode("U015")).toBeNull();
});
