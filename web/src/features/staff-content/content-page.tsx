import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { contentSearch, parts } from "./content.ts";
import { Documents } from "./documents.tsx";
import { Posts } from "./posts.tsx";
import { Scheduled } from "./scheduled.tsx";

/** The content of the site, one part at a time: ticker, boards, banners and popups. */
export function ContentPage() {
  const { t } = useTranslation("admin");
  const { search, replace } = useSearch(contentSearch);
  const { part = "mq" } = search;
  return (
    <ListPage
      title={t("nav.content")}
      filters={
        <Choice
          label={t("content.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={parts.map((value) => ({ value, label: t(`content.${value}`) }))}
        />
      }
    >
      {part === "documents" ? (
        <Documents />
      ) : part === "banners" || part === "popups" ? (
        <Scheduled key={part} kind={part} />
      ) : (
        <Posts key={part} boardType={part} />
      )}
    </ListPage>
  );
}
