import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./board.module.css";
import { faqQuery } from "./board.ts";
import { matching } from "./matching.ts";

/** Questions that open in place, with a search that answers while one types. `ask` leads on when none helps. */
export function Faq({ ask }: { ask: ReactNode }) {
  const { t } = useTranslation("board");
  const query = useQuery(faqQuery);
  const [search, setSearch] = useState("");
  return (
    <QueryView query={query} skeleton={<Skeleton height="20rem" radius="var(--radius-l)" />}>
      {({ list }) => {
        if (list.length === 0) return <EmptyState art="questions" title={t("faq.empty")} action={ask} />;
        const found = matching(list, search);
        return (
          <div className={classes.faq}>
            <div className={classes.search}>
              <Field label={t("faq.search")} type="search" value={search} onChange={setSearch} />
            </div>
            <p className="visually-hidden" aria-live="polite">
              {search.trim() !== "" && t("faq.count", { count: found.length })}
            </p>
            {found.length === 0 ? (
              <EmptyState art="questions" title={t("faq.none")} action={ask} />
            ) : (
              <div className={classes.questions}>
                {found.map((post) => (
                  <details key={post.idx} className={classes.question}>
                    <summary>
                      <span>{post.title}</span>
                      <Icon name="chevron" />
                    </summary>
                    <RichText html={post.content} />
                  </details>
                ))}
              </div>
            )}
            {found.length > 0 && (
              <p className={classes.more}>
                {t("faq.more")} {ask}
              </p>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
