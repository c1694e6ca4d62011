import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, type Req } from "#shared/api/client.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { Steps } from "#shared/ui/steps.tsx";
import {
  type Bounds,
  checkField,
  emptyForm,
  fieldOfCode,
  type SignupStep,
  signupFields,
  signupSteps,
  type SignupForm as Values,
} from "./rules.ts";
import classes from "./session.module.css";
import { AccountFields, PersonFields } from "./signup-fields.tsx";
import { knownRefusal, type UniqueField, uniqueFields } from "./use-availability.ts";
import { useRuleFault } from "./use-rule-fault.ts";

export interface SignupFormProps {
  bounds: Bounds;
  banks: string[];
  /** The versions of terms and privacy that are in force. */
  documents: { kind: string; version: number }[];
  /** The referrer of the link that was followed. */
  invited?: string | undefined;
  /** Whether the address is that of the second step; going back in the browser's history leaves it. */
  second: boolean;
  /** The step changed by a press. */
  onStep(step: SignupStep): void;
  onDone(memId: string): void;
}

const steps = ["account", "person"] as const satisfies SignupStep[];
const isUnique = (name: keyof Values): name is UniqueField => name in uniqueFields;

/** Signup in two steps. Both stay on the page, one of them hidden, so that going back loses nothing. */
export function SignupForm({ bounds, banks, documents, invited = "", second, onStep, onDone }: SignupFormProps) {
  const { t, i18n } = useTranslation(["session", "common"]);
  const client = useQueryClient();
  const ruleFault = useRuleFault();
  const agreed = documents.filter(({ kind }) => kind !== "cookies").map(({ kind, version }) => ({ kind, version }));
  const [step, setStep] = useState<SignupStep>("account");
  useEffect(() => {
    if (!second) setStep("account");
  }, [second]);
  const before = useRef(step);
  const go = (next: SignupStep) => {
    // Not `step`: an answer may come after the step was left in the browser's history.
    if (next === before.current) return;
    setStep(next);
    onStep(next);
  };

  // Before the form's own effect: a wrong field takes the focus from its step.
  const shown = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    shown.current?.focus();
  }, [step]);

  /** The server's answers so far; a refusal that is about the registration code belongs to the code's field. */
  const answersOn = (values: Values): Faults<Values> => {
    const faults: Faults<Values> = {};
    for (const name of signupFields.filter(isUnique)) {
      const refusal = knownRefusal(client, name, values[name].trim(), values.recommender.trim());
      if (refusal) faults[fieldOfCode(refusal.code) === "recommender" ? "recommender" : name] ??= refusal;
    }
    return faults;
  };
  const send = useMutation({
    mutationFn: (body: Req<"/api/member/signup">) => api.call("/api/member/signup", body),
  });
  const form = useAppForm({
    defaultValues: { ...emptyForm, recommender: invited },
    check: (values) => {
      const faults = answersOn(values);
      for (const name of signupFields) faults[name] ??= ruleFault(checkField(name, values, bounds));
      return faults;
    },
    onSubmit: ({ memPassAgain: _pass, cashPinAgain: _pin, ...values }) =>
      send.mutateAsync({
        ...values,
        memId: values.memId.trim(),
        memNick: values.memNick.trim(),
        memName: values.memName.trim(),
        documents: agreed,
        lang: i18n.language,
      }),
    onDone: ({ memId }) => onDone(memId),
    fieldOf: fieldOfCode,
    onWrong: (names) => go(steps.find((one) => signupSteps[one].some((name) => names.includes(name))) ?? step),
  });
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (form.pass(signupSteps.account)) go("person");
  };

  const stepOf = (one: SignupStep) => ({
    className: classes.step,
    hidden: one !== step,
    ref: one === step ? shown : null,
    tabIndex: -1,
    "aria-label": t("signup.step", {
      step: steps.indexOf(one) + 1,
      total: steps.length,
      name: t(`signup.step.${one}`),
    }),
  });
  return (
    <Form form={step === "account" ? { ...form, submit: next } : form} className={classes.form}>
      <Steps steps={steps.map((one) => t(`signup.step.${one}`))} at={steps.indexOf(step)} />
      <fieldset {...stepOf("account")}>
        <AccountFields form={form} bounds={bounds} />
      </fieldset>
      <fieldset {...stepOf("person")}>
        <PersonFields form={form} bounds={bounds} banks={banks} documents={agreed} />
      </fieldset>
      <Refusal box error={form.refusal} />
      {step === "account" ? (
        <Button key="next" type="submit" size="lg" wide>
          {t("signup.next")}
        </Button>
      ) : (
        <div className={classes.last}>
          <Button variant="quiet" size="lg" disabled={form.busy} onClick={() => go("account")}>
            {t("common:back")}
          </Button>
          <Button type="submit" size="lg" wide busy={form.busy}>
            {t("signup.submit")}
          </Button>
        </div>
      )}
    </Form>
  );
}
