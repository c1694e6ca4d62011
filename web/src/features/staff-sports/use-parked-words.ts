import { useTranslation } from "react-i18next";
import { kinds, type Parked, whys } from "./parked.ts";

/** Returns the words for a parked change: its subject, and why it could not be used. Codes that are not known stay as they came. */
export function useParkedWords(): { about(parked: Parked): string; why(reason: string): string } {
  const { t } = useTranslation(["trading", "sports"]);
  return {
    about: ({ kind, feedId, home, away }) => {
      if (home !== "" || away !== "") return t("sports:match", { home, away });
      const known = kinds.find((one) => one === kind);
      return `${known ? t(`kind.${known}`) : kind} ${feedId}`;
    },
    why: (reason) => {
      const known = whys.find((one) => one === reason);
      // A key that ends in "_many" would be a plural form.
      if (known === "too_many") return t("why.lines");
      return known ? t(`why.${known}`) : reason;
    },
  };
}
