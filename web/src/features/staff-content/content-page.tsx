import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { contentSearch, parts, reportListQuery } from "./content.ts";
import { Documents } from "./documents.tsx";
import { Posts } from "./posts.tsx";
import { Reports } from "./reports.tsx";
import { Scheduled } from "./scheduled.tsx";

/** The content of the site, one part at a time: ticker, boards, banners and popups. */
export function ContentPage() {
  const { t } = useTranslation("admin");
  const { search, replace } = useSearch(contentSearch);
  const { part = "mq" } = search;
  const format = useFormat();
  const reported = useQuery(reportListQuery(1)).data?.pageInfo.total ?? 0;
  const labelOf = (value: (typeof parts)[number]) =>
    value === "reports" && reported > 0
      ? `${t("content.reports")} (${format.number(reported)})`
      : t(`content.${value}`);
  return (
    <ListPage
      title={t("nav.content")}
      filters={
        <Choice
          label={t("content.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={parts.map((value) => ({ value, label: labelOf(value) }))}
        />
      }
    >
      {part === "documents" ? (
        <Documents />
      ) : part === "reports" ? (
        <Reports />
      ) : part === "banners" || part === "popups" ? (
        <Scheduled key={part} kind={part} />
      ) : (
        <Posts key={part} boardType={part} />
      )}
    </ListPage>
  );
}
