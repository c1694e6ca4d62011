import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import type { SportsSearch } from "./search.ts";

interface NoMatchesProps {
  search: SportsSearch;
  onAll(): void;
  onLater(): void;
}

/** Why no match is shown, and the way to those that there are. */
export function NoMatches({ search: { view, q }, onAll, onLater }: NoMatchesProps) {
  const { t } = useTranslation("sports");
  if (view === "live") {
    return (
      <EmptyState
        art="winners"
        title={t("none.live.title")}
        action={
          <Button variant="quiet" onClick={onLater}>
            {t("view.day")}
          </Button>
        }
      >
        {t("none.live.text")}
      </EmptyState>
    );
  }
  const all = (
    <Button variant="quiet" onClick={onAll}>
      {t("none.clear")}
    </Button>
  );
  if (view === "kept") {
    return (
      <EmptyState art="winners" title={t("none.kept.title")} action={all}>
        {t("none.kept.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState art="winners" title={q ? t("none.find", { query: q }) : t("none.title")} action={all}>
      {t("none.text")}
    </EmptyState>
  );
}
