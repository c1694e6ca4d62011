import { useTranslation } from "react-i18next";

const rules = ["new", "first", "again", "weekend"] as const;

/** What a rule of the bonuses is called. */
export function useRuleName(): (rule: string) => string {
  const { t } = useTranslation("admin");
  return (rule) => {
    const known = rules.find((one) => one === rule);
    return known === undefined ? rule : t(`bonus.rule.${known}`);
  };
}
