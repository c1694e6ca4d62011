import { useTranslation } from "react-i18next";

const rules = ["new", "first", "again", "weekend"] as const;
const daily = ["attendance", "wheel"] as const;

/** Returns a function that names a bonus rule, the attendance or the wheel. */
export function useRuleName(): (rule: string) => string {
  const { t } = useTranslation("admin");
  return (rule) => {
    const known = rules.find((one) => one === rule);
    if (known !== undefined) return t(`bonus.rule.${known}`);
    const part = daily.find((one) => one === rule);
    return part === undefined ? rule : t(`promos.name.${part}`);
  };
}
