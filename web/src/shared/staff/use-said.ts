import { useTranslation } from "react-i18next";
import { useToast } from "#shared/ui/toast.tsx";

/** Says what became of an act: that it was done, or that a second person was asked (orAsked), which is the same sentence everywhere. */
export function useSaid(): (outcome: unknown, done: string) => void {
  const { t } = useTranslation("api");
  const toast = useToast();
  return (outcome, done) =>
    toast(outcome === "asked" ? { tone: "info", text: t("U035") } : { tone: "done", text: done });
}
