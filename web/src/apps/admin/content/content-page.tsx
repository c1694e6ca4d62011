import { useTranslation } from "react-i18next";
import { useTitle } from "#shared/ui/title.ts";
import { useAddress } from "../address.ts";
import { Choice } from "../shell/choice.tsx";
import classes from "../shell/desk.module.css";
import { contentSearch, parts } from "./content.ts";
import { Documents } from "./documents.tsx";
import { Hangings } from "./hangings.tsx";
import { Posts } from "./posts.tsx";

/** What the site says: ticker, boards, banners and popups, one part at a time. */
export function ContentPage() {
  const { t } = useTranslation("admin");
  useTitle(t("nav.content"));
  const [search, setSearch] = useAddress(contentSearch);
  const { part = "mq", page = 1 } = search;
  return (
    <div className={classes.page}>
      <h1>{t("nav.content")}</h1>
      <Choice
        label={t("content.label")}
        value={part}
        onChange={(next) => setSearch(contentSearch({ part: next }))}
        options={parts.map((value) => ({ value, label: t(`content.${value}`) }))}
      />
      {part === "documents" ? (
        <Documents />
      ) : part === "banners" || part === "popups" ? (
        <Hangings
          key={part}
          kind={part}
          page={page}
          onPage={(next) => setSearch(contentSearch({ part, page: next }))}
        />
      ) : (
        <Posts key={part} boardType={part} search={search} onSearch={setSearch} />
      )}
    </div>
  );
}
