import { useTranslation } from "react-i18next";
import type { HistorySearch } from "#shared/search.ts";
import { Page } from "#shared/ui/page.tsx";
import type { CashType } from "./cash.ts";
import { CashHistory } from "./cash-history.tsx";

interface HistoryPageProps {
  cashType: CashType;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
}

/** A history as a page of its own. */
export function HistoryPage(props: HistoryPageProps) {
  const { t } = useTranslation("cash");
  return (
    <Page title={props.cashType === "in" ? t("history.in") : t("history.out")}>
      <CashHistory {...props} />
    </Page>
  );
}
