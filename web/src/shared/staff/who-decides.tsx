import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type Rule, rulesQuery } from "./rules.ts";
import staff from "./staff.module.css";

const bounds = ["levels", "password", "prices", "rights", "stakes"] as const;

/** The powers of which only raises need a second person. */
const raises = ["partner.rates", "partner.rights"];

/** The powers that need one only for some of what they do: settings that are about money, resets without a proof. */
const some = ["site.settings", "reset.confirm"];

/** Says who decides about an act, in one sentence. */
function useSentence() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  return (rule: Rule | undefined) => {
    if (!rule || (!rule.one && some.includes(rule.act))) return t("decides.may");
    const bound = bounds.find((one) => one === rule.bound);
    if (bound) return t(`decides.${bound}`);
    if (rule.one) return t("decides.one");
    if (rule.from > 0) return t("decides.from", { amount: format.money(rule.from), done: format.money(rule.done) });
    return t(raises.includes(rule.act) ? "decides.raise" : "decides.two");
  };
}

/**
 * Says in a dialog, before its button is pressed, whether one person decides or a second one is asked. act is the name of the power in the audit, as
 * the server lists it. While its rule is not known, it says that there may be one.
 */
export function WhoDecides({ act }: { act: string }) {
  const sentence = useSentence();
  const rule = useQuery(rulesQuery).data?.list?.find((one) => one.act === act);
  return (
    <p className={staff.dim} data-decides={act}>
      {sentence(rule)}
    </p>
  );
}
