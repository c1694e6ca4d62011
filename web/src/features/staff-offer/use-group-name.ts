import { useTranslation } from "react-i18next";

const known = ["casino", "slot", "sports", "minigame", "fishing", "virtual"] as const;

/** Returns the name of a group of games; of one that the texts do not know it is the code. */
export function useGroupName(): (code: string) => string {
  const { t } = useTranslation("offer");
  return (code) => {
    const group = known.find((one) => one === code);
    return group ? t(`group.${group}`) : code;
  };
}
