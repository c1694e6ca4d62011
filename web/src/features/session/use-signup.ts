import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, type Req } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { type Bounds, checkField, emptyForm, type Fault, fieldOfCode, fieldOrder, type SignupForm } from "./rules.ts";
import { type Availability, useAvailability } from "./use-availability.ts";

type Agreement = NonNullable<Req<"/api/member/signup">["documents"]>[number];
type Name = keyof SignupForm;

/** The signup form's state: what is typed, what is wrong with it, and sending it. */
export function useSignup(bounds: Bounds, documents: Agreement[], onDone: (memId: string) => void) {
  const { t, i18n } = useTranslation("session");
  const faultText = useFaultText();
  const [form, setForm] = useState(emptyForm);
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set());

  const local = (name: Name): Fault | null => checkField(name, form, bounds);
  const code = form.recommender.trim();
  const answers: Partial<Record<Name, Availability>> = {
    memId: useAvailability("memId", form.memId.trim(), code, local("memId") === null),
    memNick: useAvailability("memNick", form.memNick.trim(), code, local("memNick") === null),
    phone: useAvailability("phone", form.phone.trim(), code, local("phone") === null),
    accountNo: useAvailability("account", form.accountNo.trim(), code, local("accountNo") === null),
  };
  /** The refusal of a field that was asked about; one that is about the registration code belongs to the code's field. */
  const refusalOf = (name: Name): ApiError | null => {
    const ofCode = (refusal: ApiError) => fieldOfCode(refusal.code) === "recommender";
    if (name !== "recommender") {
      const refusal = answers[name]?.refusal ?? null;
      return refusal && !ofCode(refusal) ? refusal : null;
    }
    for (const answer of Object.values(answers)) if (answer.refusal && ofCode(answer.refusal)) return answer.refusal;
    return null;
  };

  const send = useMutation({
    mutationFn: () => {
      const { memPassAgain: _pass, cashPinAgain: _pin, ...rest } = form;
      const trimmed = { ...rest, memId: rest.memId.trim(), memNick: rest.memNick.trim(), memName: rest.memName.trim() };
      return api.call("/api/member/signup", { ...trimmed, agreeTerms: true, documents, lang: i18n.language });
    },
    onSuccess: ({ memId }) => onDone(memId),
  });
  const refusedField = send.error instanceof ApiError ? fieldOfCode(send.error.code) : null;

  const say = (fault: Fault): string =>
    "form" in fault ? t(`rule.${fault.form}`) : faultText(new ApiError(fault.code, { params: fault.params }));

  return {
    form,
    busy: send.isPending,
    /** A refusal that belongs to no field. */
    refusal: send.error && refusedField === null ? faultText(send.error) : undefined,
    set<K extends Name>(name: K, value: SignupForm[K]) {
      setForm((before) => ({ ...before, [name]: value }));
      if (refusedField === name) send.reset();
    },
    leave(name: Name) {
      if (form[name] !== "") setTouched((before) => new Set(before).add(name));
      // The holder must be the member; most need not type it twice.
      if (name === "memName")
        setForm((before) => ({ ...before, accountHolder: before.accountHolder || before.memName }));
    },
    /** Returns the error to show below a field: only after the field was left once, or when the server refused it. */
    error(name: Name): string | undefined {
      if (refusedField === name && send.error) return faultText(send.error);
      const refusal = refusalOf(name);
      if (refusal) return faultText(refusal);
      if (!touched.has(name)) return undefined;
      const fault = local(name);
      return fault ? say(fault) : undefined;
    },
    good(name: Name): boolean {
      const asked = answers[name];
      return asked ? asked.free : touched.has(name) && form[name] !== "" && local(name) === null;
    },
    /** Sends when nothing is wrong; else shows every fault and answers the first field that has one. */
    submit(): Name | null {
      setTouched(new Set(fieldOrder));
      const wrong = fieldOrder.find((name) => local(name) !== null || refusalOf(name) !== null);
      if (wrong !== undefined) return wrong;
      if (!send.isPending) send.mutate();
      return null;
    },
  };
}
