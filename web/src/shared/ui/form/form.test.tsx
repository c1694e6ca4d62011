import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { expect, test, vi } from "vitest";
import { ApiError } from "#shared/api/error.ts";
import { setLanguage } from "#shared/i18n/i18n.ts";
import { show } from "#shared/testing/render.tsx";
import { Button } from "../button.tsx";
import { Refusal } from "../refusal.tsx";
import { digits, Form, FormAmount, FormCheckbox, FormField, FormPassword, FormSelect } from "./form.tsx";
import { useAppForm } from "./use-app-form.ts";

interface Values {
  id: string;
  pin: string;
  again: string;
  amount: number | null;
  agreed: boolean;
}

const empty: Values = { id: "", pin: "", again: "", amount: null, agreed: false };
const filled: Values = { id: "golden7", pin: "1234", again: "1234", amount: 10_000, agreed: true };

interface SampleProps {
  begin?: Values;
  send?(values: Values): Promise<unknown>;
  done?(): void;
  /** Around the first field. */
  around?(field: ReactNode): ReactNode;
  /** Around the second field. */
  beside?(field: ReactNode): ReactNode;
}

const as = (field: ReactNode) => field;

function Sample({ begin = empty, send = async () => undefined, done, around = as, beside = as }: SampleProps) {
  const { t } = useTranslation("session");
  const form = useAppForm({
    defaultValues: begin,
    // Not in the order of the page.
    check: ({ id, pin, again, amount, agreed }) => ({
      agreed: !agreed && "Agree",
      amount: !amount && new ApiError("C009"),
      again: again !== pin && t("rule.pinAgain"),
      pin: pin.length !== 4 && new ApiError("U103", { params: { length: "4" } }),
      id: id === "" && t("rule.required"),
    }),
    onSubmit: send,
    onDone: () => done?.(),
    fieldOf: (code) => (code === "C017" ? "pin" : null),
    forget: ["pin"],
  });
  return (
    <Form form={form}>
      {around(<FormField control={form.control} name="id" label="ID" />)}
      {beside(<FormPassword control={form.control} name="pin" label="PIN" autoComplete="off" clean={digits} />)}
      <FormPassword control={form.control} name="again" label="Again" autoComplete="off" clean={digits} />
      <FormAmount control={form.control} name="amount" label="Amount" />
      <FormCheckbox control={form.control} name="agreed" label="I agree" />
      <Refusal error={form.refusal} />
      <Button type="submit" busy={form.busy}>
        Send
      </Button>
    </Form>
  );
}

/** Filled in, the PIN by hand: a refusal empties it. */
async function typePin() {
  await userEvent.type(input("PIN"), "1234");
  await userEvent.type(input("Again"), "1234");
}

const submit = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const alerts = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);

test("a field is complained about once it was left with something in it, an empty one only after a submit", async () => {
  await show(<Sample />);
  await userEvent.type(input("PIN"), "12");
  expect(alerts()).toEqual([]);
  await userEvent.click(input("ID"));
  await waitFor(() => expect(alerts()).toEqual(["Please use exactly 4 digits for the withdrawal password."]));
  expect(input("PIN").getAttribute("aria-invalid")).toBe("true");
  expect(input("PIN").getAttribute("aria-describedby")).toContain(screen.getByRole("alert").parentElement?.id);
  await userEvent.tab();
  expect(alerts()).toHaveLength(1);
  await userEvent.type(input("PIN"), "34");
  await waitFor(() => expect(alerts()).toEqual([]));
  expect(input("PIN").getAttribute("aria-invalid")).toBeNull();
});

test("a submit with errors sends nothing, shows all of them and focuses the first in the order of the page", async () => {
  const send = vi.fn(async () => undefined);
  await show(<Sample send={send} />);
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(input("ID")));
  expect(alerts()).toHaveLength(4);
  await userEvent.type(input("ID"), "golden7");
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(input("PIN")));
  expect(alerts()).toHaveLength(3);
  expect(send).not.toHaveBeenCalled();
});

test("a press on a button moves nothing: the error of the field that was left for it waits", async () => {
  await show(<Sample />);
  await userEvent.type(input("PIN"), "12");
  await userEvent.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Send" }) });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Send" }));
  expect(alerts()).toEqual([]);
});

test("an error goes when it no longer holds, whichever field was changed", async () => {
  await show(<Sample begin={{ ...filled, pin: "4321" }} />);
  await submit();
  await waitFor(() => expect(alerts()).toEqual(["The two withdrawal passwords are not the same."]));
  await userEvent.clear(input("PIN"));
  await userEvent.type(input("PIN"), "1234");
  await waitFor(() => expect(alerts()).toEqual([]));
});

test("a second submit while the first is under way sends nothing; the values arrive as they are", async () => {
  let answer = (): void => undefined;
  const send = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const done = vi.fn();
  await show(<Sample begin={filled} send={send} done={done} />);
  input("ID").focus();
  await userEvent.keyboard("{Enter}{Enter}");
  await waitFor(() => expect(send).toHaveBeenCalled());
  await submit();
  await userEvent.type(input("ID"), "{Enter}");
  expect(send.mock.calls).toEqual([[filled]]);
  await act(async () => answer());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  await submit();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});

test("a refusal of the server stands at its field, which has the focus, until the field changes or is sent again", async () => {
  const send = vi.fn(async () => {
    throw new ApiError("C017");
  });
  await show(<Sample begin={{ ...filled, pin: "", again: "" }} send={send} />);
  await typePin();
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(input("PIN")));
  const [said] = alerts();
  expect(said).toMatch(/withdrawal password is not correct/);
  expect(input("PIN").value).toBe("");
  expect(input("PIN").getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(input("ID"), "x");
  expect(alerts()).toContain(said);
  await userEvent.type(input("PIN"), "1234");
  await waitFor(() => expect(alerts()).toEqual([]));
  await submit();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});

test("any other refusal is the form's own and goes with the next change; the emptied PIN is not called missing yet", async () => {
  const done = vi.fn();
  const send = async () => {
    throw new ApiError("C007");
  };
  await show(<Sample begin={{ ...filled, pin: "", again: "" }} send={send} done={done} />);
  await typePin();
  await submit();
  await waitFor(() =>
    expect(alerts()).toContain("You already have a request in progress. Please wait until it is completed."),
  );
  expect(input("PIN").getAttribute("aria-invalid")).toBeNull();
  await userEvent.type(input("PIN"), "1234");
  await waitFor(() => expect(alerts()).toEqual([]));
  expect(done).not.toHaveBeenCalled();
});

test("what is said follows the language", async () => {
  await show(<Sample begin={{ ...filled, id: "" }} />);
  await submit();
  await waitFor(() => expect(alerts()).toEqual(["Please fill in this field."]));
  await act(() => setLanguage("ko"));
  await waitFor(() => expect(alerts()).toEqual(["필수 항목입니다."]));
});

test("typing in one field draws that field alone", async () => {
  const drawn = { form: 0, other: 0 };
  const counted = (what: keyof typeof drawn) => (field: ReactNode) => (
    <Profiler id={what} onRender={() => drawn[what]++}>
      {field}
    </Profiler>
  );
  await show(<Sample around={counted("form")} beside={counted("other")} />);
  const before = { ...drawn };
  await userEvent.type(input("ID"), "golden7");
  expect(drawn.form).toBeGreaterThan(before.form);
  expect(drawn.other).toBe(before.other);
});

test("a list whose options come later has in the form what it shows", async () => {
  const send = vi.fn(async () => undefined);
  function Late({ options }: { options: string[] }) {
    const form = useAppForm({ defaultValues: { kind: options[0] ?? "" }, onSubmit: send });
    return (
      <Form form={form}>
        <FormSelect
          control={form.control}
          name="kind"
          label="Kind"
          options={options.map((value) => ({ value, label: value }))}
        />
        <Button type="submit">Send</Button>
      </Form>
    );
  }
  const { rerender } = await show(<Late options={[]} />);
  rerender(<Late options={["seamless", "transfer"]} />);
  expect(screen.getByLabelText("Kind")).toHaveProperty("value", "seamless");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls[0]).toEqual([{ kind: "seamless" }]);
});
