import { useTranslation } from "react-i18next";

const rules = ["new", "first", "again", "weekend"] as const;

/** Returns a function that names a bonus rule. */
export function useRuleName(): (rule: string) => string {
  const { t } = useTranslation("admin");
  return (rule) => {
    const known = rules.find((one) => one === rule);
    return known === undefined ? rule : t(`bonus.rule.${known}`);
  };
}
