import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import classes from "./staff-sports.module.css";

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** The button below a list that is paged by key; nothing where all of it is shown. */
export function More({ query }: MoreProps) {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t("more")}
      </Button>
    </div>
  );
}
