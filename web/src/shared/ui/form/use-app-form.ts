import { type FocusEvent, type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  set,
  type UseFormGetValues,
  type UseFormReset,
  type UseFormSetValue,
  useForm,
} from "react-hook-form";
import { ApiError } from "../../api/error.ts";
import { useFaultText } from "../../i18n/fault.ts";

/** The error of a field: a code of the catalogue, or a sentence of the form's own. Anything falsy: nothing. */
export type Fault = ApiError | string | false | null | undefined;

/** The errors, by field. */
export type Faults<Values extends FieldValues> = { [Name in FieldPath<Values>]?: Fault };

interface FormOptions<Values extends FieldValues, Result> {
  defaultValues: Values & DefaultValues<Values>;
  /** The form's rules. Runs at each change, so it must be cheap. */
  check?(values: Values): Faults<Values>;
  onSubmit(values: Values): Promise<Result> | Result;
  /** After onSubmit succeeded, unless the form was closed in the meantime. */
  onDone?(result: Result, values: Values): void;
  /** The fields that a refusal empties, because a PIN is typed again for each try. */
  forget?: readonly FieldPath<Values>[];
  onRefused?(error: unknown): void;
  /** The field that a refusal of the server belongs to; without one it is the form's `refusal`. */
  fieldOf?(code: string): FieldPath<Values> | null;
  /** The words for a refusal where those of its code would mislead; undefined keeps those. */
  words?(error: unknown): string | undefined;
  /** Before the first wrong field gets the focus, for forms that do not show all fields at once. */
  onWrong?(names: FieldPath<Values>[]): void;
}

export interface AppForm<Values extends FieldValues> {
  /** Binds the fields of this folder, useWatch and useFieldArray. */
  control: Control<Values>;
  /** Between the submit and its answer; a second submit is ignored. */
  busy: boolean;
  /** The server's refusal that belongs to no field; gone with the next change. */
  refusal: unknown;
  ref: RefObject<HTMLFormElement | null>;
  /** By the form element; without an event where the last digit of a code sends it. */
  submit(event?: FormEvent): void;
  leave(event: FocusEvent): void;
  /** Shows what is wrong with these fields, and puts the focus on the first; reports whether all are right. */
  pass(names: readonly FieldPath<Values>[]): boolean;
  /** Shows what is wrong with a field even though it was not left yet. */
  reveal(name: FieldPath<Values>): void;
  /** Shows a refusal of a call that onSubmit did not make itself, for instance after a confirmation. */
  refuse(error: unknown): void;
  focus(name: FieldPath<Values>): void;
  getValues: UseFormGetValues<Values>;
  setValue: UseFormSetValue<Values>;
  reset: UseFormReset<Values>;
}

function entriesOf<Name extends string>(faults: { [Key in Name]?: Fault }): [Name, Fault][] {
  const list: [Name, Fault][] = [];
  for (const name in faults) list.push([name, faults[name]]);
  return list;
}

/**
 * The state of one form. An error is shown at its field once that field was left with something in it, or after a submit, and
 * goes as soon as it no longer holds. A submit with errors puts the focus on the first of them, in the order of the page.
 */
export function useAppForm<Values extends FieldValues, Result = unknown>({
  defaultValues,
  check,
  onSubmit,
  onDone,
  forget = [],
  onRefused,
  fieldOf,
  words,
  onWrong,
}: FormOptions<Values, Result>): AppForm<Values> {
  const faultText = useFaultText();
  const ref = useRef<HTMLFormElement>(null);
  /** Every field that ever had a fault. */
  const known = useRef(new Set<FieldPath<Values>>());
  const left = useRef(new Set<string>());
  const submitted = useRef(false);
  const sending = useRef(false);
  const refused = useRef<{ name: FieldPath<Values>; error: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  // A new object each time that the first wrong field must get the focus.
  const [seek, setSeek] = useState<object | null>(null);

  const say = (error: unknown): string => words?.(error) ?? faultText(error);
  /** The fields in question with their errors in words; undefined: nothing is wrong. */
  const judged = (values: Values): Map<FieldPath<Values>, string | undefined> => {
    const texts = new Map<FieldPath<Values>, string | undefined>();
    for (const name of known.current) texts.set(name, undefined);
    for (const [name, fault] of entriesOf(check?.(values) ?? {})) {
      known.current.add(name);
      texts.set(name, fault ? (typeof fault === "string" ? fault : say(fault)) : undefined);
    }
    if (refused.current) texts.set(refused.current.name, say(refused.current.error));
    return texts;
  };

  const { control, handleSubmit, trigger, getValues, getFieldState, setValue, reset, resetField, subscribe } =
    useForm<Values>({
      defaultValues,
      shouldFocusError: false,
      // Which errors are shown, and when, is decided in update().
      mode: "onSubmit",
      reValidateMode: "onSubmit",
      resolver: (values) => {
        const errors: FieldErrors<Values> = {};
        for (const [name, message] of judged(values)) if (message) set(errors, name, { type: "rule", message });
        return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
      },
    });

  /** Brings the errors in sight up to date, field by field: only a field whose error changed is drawn again. */
  const update = () => {
    for (const [name, text] of judged(getValues())) {
      const open = submitted.current || left.current.has(name);
      if (open && getFieldState(name).error?.message !== text) void trigger(name);
    }
  };
  const onChange = useEffectEvent((name: string | undefined) => {
    setRefusal(null);
    const was = refused.current;
    if (was && (name === undefined || name === was.name)) {
      refused.current = null;
      void trigger(was.name);
    }
    update();
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ name }) => onChange(name) }), [subscribe]);
  // Rules may depend on more than the values: the language, a balance, an answer about availability.
  useEffect(update);

  const wrongOf = () => [...judged(getValues())].flatMap(([name, text]) => (text === undefined ? [] : [name]));
  const focusFirst = useEffectEvent(() => {
    const names = new Set<string>(wrongOf());
    for (const element of ref.current?.elements ?? []) {
      if (!names.has(element.getAttribute("name") ?? "") || !(element instanceof HTMLElement)) continue;
      return element.focus();
    }
  });
  useEffect(() => {
    if (seek) focusFirst();
  }, [seek]);
  const seekFirst = () => {
    onWrong?.(wrongOf());
    setSeek({});
  };

  const refuse = (error: unknown) => {
    // The values that were sent keep our rules. A field that is emptied now counts as missing at the next submit.
    submitted.current = false;
    for (const [name] of judged(getValues())) left.current.add(name);
    for (const name of forget) {
      left.current.delete(name);
      resetField(name);
    }
    onRefused?.(error);
    const name = fieldOf?.(error instanceof ApiError ? error.code : "E001");
    if (!name) return setRefusal(error);
    refused.current = { name, error };
    left.current.add(name);
    update();
    seekFirst();
  };
  const send = async (values: Values) => {
    setRefusal(null);
    setBusy(true);
    try {
      const result = await onSubmit(values);
      if (ref.current) onDone?.(result, values);
    } catch (error) {
      if (ref.current) refuse(error);
    } finally {
      setBusy(false);
    }
  };
  /** The first field whose text is not read as its value, which it says itself: an amount typed as "10k". */
  const unread = () => {
    for (const element of ref.current?.elements ?? []) {
      if (element instanceof HTMLInputElement && element.validity.customError) return element;
    }
    return undefined;
  };
  const submit = async () => {
    if (sending.current) return;
    const field = unread();
    if (field) return field.focus();
    sending.current = true;
    submitted.current = true;
    refused.current = null;
    try {
      await handleSubmit(send, seekFirst)();
    } finally {
      sending.current = false;
    }
  };

  return {
    control,
    busy,
    refusal,
    ref,
    submit: (event) => {
      event?.preventDefault();
      void submit();
    },
    leave: ({ target, relatedTarget }) => {
      // A button is being pressed: an error that appears now would move it away from under the pointer.
      if (relatedTarget instanceof HTMLButtonElement) return;
      const name = target.getAttribute("name");
      // A field left empty may be on the way to another one; it is missing only at the submit.
      if (name === null || ["", null, false, undefined].includes(get(getValues(), name))) return;
      left.current.add(name);
      update();
    },
    pass: (names) => {
      for (const name of names) left.current.add(name);
      update();
      if (!wrongOf().some((name) => names.includes(name))) return true;
      seekFirst();
      return false;
    },
    reveal: (name) => {
      left.current.add(name);
      update();
    },
    refuse,
    focus: (name) => {
      const element = ref.current?.elements.namedItem(name);
      if (element instanceof HTMLElement) element.focus();
    },
    getValues,
    setValue,
    reset: (...values) => {
      left.current.clear();
      submitted.current = false;
      refused.current = null;
      reset(...values);
    },
  };
}
