import { type ReactNode, useEffect } from "react";
import {
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldPathValue,
  type FieldValues,
  useController,
} from "react-hook-form";
import { plainFigures } from "../amount.ts";
import { AmountField, type AmountFieldProps } from "../amount-field.tsx";
import { Checkbox } from "../checkbox.tsx";
import { Choice } from "../choice.tsx";
import { Field, type FieldProps } from "../field.tsx";
import { PasswordField, type PasswordFieldProps } from "../password-field.tsx";
import { RadioCards } from "../radio-cards.tsx";
import { SelectField, type SelectFieldProps } from "../select-field.tsx";
import { TextArea, type TextAreaProps } from "../text-area.tsx";
import type { AppForm } from "./use-app-form.ts";

interface FormProps {
  form: Pick<AppForm<FieldValues>, "ref" | "submit" | "leave">;
  className?: string | undefined;
  autoComplete?: "off";
  children: ReactNode;
}

/** The form element of useAppForm. Rules are checked by us, in the site's language, not by the browser. */
export function Form({ form, children, ...rest }: FormProps) {
  return (
    <form {...rest} ref={form.ref} onSubmit={form.submit} onBlur={form.leave} noValidate>
      {children}
    </form>
  );
}

/** The fields of shared/ui, bound by name to a form of useAppForm. Each draws itself alone when its value or its error changes. */
interface Bound<Values extends FieldValues, Name extends FieldPath<Values>> {
  control: Control<Values>;
  name: Name;
}

/** Provided by the form, not by the page. */
type Given = "name" | "value" | "onChange" | "error" | "onBlur" | "ref";

function useBound<Values extends FieldValues, Name extends FieldPath<Values>>({ control, name }: Bound<Values, Name>) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  return { name, value, onChange: field.onChange, error: fieldState.error?.message };
}

interface Cleaned {
  /** Changes the text that is typed, for instance to digits only. */
  clean?(text: string): string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const asTyped = (text: string): string => text;

/** Keeps the digits, for PINs, codes and account numbers. */
export const digits = (text: string): string => plainFigures(text).replace(/\D/g, "");

export function FormField<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  clean = asTyped,
  onChange: onTyped,
  ...rest
}: Bound<Values, Name> & Cleaned & Omit<FieldProps, Given> & { onChange?(text: string): void }) {
  const { value, onChange, ...bound } = useBound({ control, name });
  const type = (text: string) => {
    onChange(clean(text));
    onTyped?.(clean(text));
  };
  return <Field {...rest} {...bound} value={textOf(value)} onChange={type} />;
}

export function FormPassword<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  clean = asTyped,
  ...rest
}: Bound<Values, Name> & Cleaned & Omit<PasswordFieldProps, Given>) {
  const { value, onChange, ...bound } = useBound({ control, name });
  return <PasswordField {...rest} {...bound} value={textOf(value)} onChange={(text) => onChange(clean(text))} />;
}

export function FormTextArea<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  ...rest
}: Bound<Values, Name> & Omit<TextAreaProps, Given>) {
  const { value, ...bound } = useBound({ control, name });
  return <TextArea {...rest} {...bound} value={textOf(value)} />;
}

export function FormAmount<Values extends FieldValues, Name extends FieldPathByValue<Values, number | null>>({
  control,
  name,
  ...rest
}: Bound<Values, Name> & Omit<AmountFieldProps, Given>) {
  const { value, onChange, ...bound } = useBound({ control, name });
  const amount = typeof value === "number" ? value : null;
  return <AmountField {...rest} {...bound} value={amount} onChange={(next) => onChange(next)} />;
}

export function FormCheckbox<Values extends FieldValues, Name extends FieldPathByValue<Values, boolean>>({
  control,
  name,
  ...rest
}: Bound<Values, Name> & { label: ReactNode }) {
  const { value, ...bound } = useBound({ control, name });
  return <Checkbox {...rest} {...bound} checked={value === true} />;
}

/** The values that the page offers are those that the form's field may have. */
interface Offered<Value, Label> {
  options: { value: Value & string; label: Label; text?: string }[];
}

/** A list shows its first option while no option has its value, for instance until the options have come. The form then has that value, too. */
export function FormSelect<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  ...rest
}: Bound<Values, Name> & Omit<SelectFieldProps, Given | "options"> & Offered<FieldPathValue<Values, Name>, string>) {
  const { value, ...bound } = useBound({ control, name });
  const { onChange } = bound;
  const shown = rest.options.find((option) => option.value === value) ?? rest.options[0];
  useEffect(() => {
    if (shown && shown.value !== value) onChange(shown.value);
  }, [shown, value, onChange]);
  return <SelectField {...rest} {...bound} value={textOf(value)} />;
}

export function FormChoice<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  ...rest
}: Bound<Values, Name> & { label: string } & Offered<FieldPathValue<Values, Name>, ReactNode>) {
  const { value, onChange } = useBound({ control, name });
  return <Choice<string> {...rest} value={textOf(value)} onChange={onChange} />;
}

export function FormRadioCards<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  onChange: onChosen,
  ...rest
}: Bound<Values, Name> & { legend: string; onChange?(): void } & Offered<FieldPathValue<Values, Name>, string>) {
  const { value, onChange } = useBound({ control, name });
  const choose = (next: string) => {
    onChange(next);
    onChosen?.();
  };
  return <RadioCards<string> {...rest} name={name} value={textOf(value)} onChange={choose} />;
}
