import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { isCode } from "#shared/api/error.ts";
import classes from "#shared/office/office.module.css";
import { usePartner } from "#shared/partner/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Agent, type OneTime, rights, useAdd, useChange } from "./agents.ts";

const SUFFIX_MAX = 12;
const NAME_MAX = 60;

interface AgentDialogProps {
  /** The account to be changed; without one a new one is made. */
  account?: Agent;
  onAdded(agentId: string, once: OneTime): void;
  onClose(): void;
}

/** Makes an account, or changes what it may do from its next call on. Only rights that the giver has are offered. */
export function AgentDialog({ account, onAdded, onClose }: AgentDialogProps) {
  const { t } = useTranslation("partner");
  const toast = useToast();
  const own = usePartner()?.agent;
  const add = useAdd();
  const change = useChange();
  const [chosen, setChosen] = useState<readonly PartnerRight[]>(account?.rights ?? []);
  const form = useAppForm({
    defaultValues: { suffix: "", name: account?.name ?? "" },
    check: ({ suffix, name }) => ({
      suffix: !account && suffix.length < 2 && t("agents.suffixHint"),
      name: name.trim() === "" && t("agents.missing"),
    }),
    onSubmit: async ({ suffix, name }) => {
      const profile = { name: name.trim(), rights: [...chosen] };
      if (!account) return add.mutateAsync({ suffix, ...profile });
      await change.mutateAsync({ agentId: account.agentId, version: account.version, ...profile });
      return null;
    },
    onDone: (made) => {
      if (made) return onAdded(made.agentId, made);
      toast({ tone: "done", text: t("agents.changed", { agentId: account?.agentId ?? "" }) });
      onClose();
    },
    fieldOf: (code) => (["U005", "U101"].includes(code) ? "suffix" : null),
  });
  const { control } = form;
  return (
    <Dialog title={account ? t("agents.changeOf", { agentId: account.agentId }) : t("agents.add")} onClose={onClose}>
      <Form form={form} className={classes.form} autoComplete="off">
        {!account && (
          <FormField
            control={control}
            name="suffix"
            label={t("agents.suffix", { memId: own?.memId ?? "" })}
            hint={t("agents.suffixHint")}
            maxLength={SUFFIX_MAX}
            clean={(text) => text.toLowerCase().replace(/[^a-z0-9]/g, "")}
          />
        )}
        <FormField control={control} name="name" label={t("agents.name")} maxLength={NAME_MAX} />
        <fieldset className={classes.group}>
          <legend>{t("agents.rights")}</legend>
          {rights
            .filter((right) => own?.rights.includes(right))
            .map((right) => (
              <Checkbox
                key={right}
                label={t(`right.${right}`)}
                checked={chosen.includes(right)}
                onChange={(on) => setChosen(on ? [...chosen, right] : chosen.filter((one) => one !== right))}
              />
            ))}
        </fieldset>
        <p className={classes.dim}>{t(account ? "agents.changeText" : "agents.addText")}</p>
        <Refusal box error={form.refusal} words={(error) => (isCode(error, "C019") ? t("agents.stale") : undefined)} />
        <Button type="submit" busy={form.busy}>
          {t(account ? "agents.save" : "agents.add")}
        </Button>
      </Form>
    </Dialog>
  );
}
