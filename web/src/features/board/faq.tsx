import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type FaqTopic, faqQuery, faqTopics, topicOf } from "./board.ts";
import classes from "./faq.module.css";
import { FaqQuestion } from "./faq-question.tsx";
import { matching } from "./matching.ts";
import type { FaqSearch } from "./search.ts";

interface FaqProps {
  search: FaqSearch;
  onSearch(search: FaqSearch): void;
  /** Leads on when no answer helps. */
  ask: ReactNode;
  guides: ReactNode;
}

/**
 * Questions by topic that open in place, with a search that answers while one types. Its address says what is looked for and which
 * answer is open, so any answer can be sent to someone.
 */
export function Faq({ search, onSearch, ask, guides }: FaqProps) {
  const { t } = useTranslation("board");
  const query = useQuery(faqQuery);
  const { q = "", topic, open } = search;
  const chosen = faqTopics.find((one) => one === topic);
  const list = useRef<HTMLDivElement>(null);
  const sought = useRef(open);
  const loaded = query.data !== undefined;
  // An address that names an answer shows it; an answer that the reader opens stays where it is.
  useEffect(() => {
    if (loaded && sought.current !== undefined)
      list.current?.querySelector(`[data-question="${sought.current}"]`)?.scrollIntoView({ block: "center" });
  }, [loaded]);
  return (
    <div className={classes.faq}>
      <div ref={list} className={classes.main}>
        <QueryView query={query} skeleton={<Skeleton height="24rem" radius="var(--radius-l)" />}>
          {({ list: all }) => {
            if (all.length === 0) return <EmptyState art="questions" title={t("faq.empty")} />;
            const topics = faqTopics.filter((one) => all.some((post) => topicOf(post.category) === one));
            const found = matching(all, q);
            const shown = topics
              .filter((one) => chosen === undefined || one === chosen)
              .map((one) => ({ topic: one, posts: found.filter((post) => topicOf(post.category) === one) }))
              .filter(({ posts }) => posts.length > 0);
            const count = shown.reduce((sum, { posts }) => sum + posts.length, 0);
            return (
              <>
                <Field
                  label={t("faq.search")}
                  type="search"
                  value={q}
                  onChange={(text) => onSearch({ ...(text !== "" && { q: text }) })}
                />
                {topics.length > 1 && (
                  <Choice<FaqTopic | "all">
                    label={t("faq.topics")}
                    value={chosen ?? "all"}
                    options={(["all", ...topics] as const).map((value) => ({ value, label: t(`faq.topic.${value}`) }))}
                    onChange={(next) => onSearch({ ...(q !== "" && { q }), ...(next !== "all" && { topic: next }) })}
                  />
                )}
                <p className="visually-hidden" aria-live="polite">
                  {(q.trim() !== "" || chosen) && t("faq.count", { count })}
                </p>
                {shown.length === 0 && <EmptyState art="questions" title={t("faq.none")} />}
                {shown.map(({ topic: one, posts }) => (
                  <section key={one} className={classes.topic} aria-label={t(`faq.topic.${one}`)}>
                    {topics.length > 1 && <h2>{t(`faq.topic.${one}`)}</h2>}
                    <div className={classes.questions}>
                      {posts.map((post) => (
                        <FaqQuestion
                          key={post.idx}
                          post={post}
                          open={post.idx === open}
                          onOpen={(now) => onSearch({ ...withoutOpen(search), ...(now && { open: post.idx }) })}
                        />
                      ))}
                    </div>
                  </section>
                ))}
              </>
            );
          }}
        </QueryView>
      </div>
      {/* On a phone it stands below the questions, so it waits for them. */}
      {(loaded || query.isError) && (
        <aside className={classes.aside}>
          <Panel title={t("faq.more")}>
            <p className={classes.text}>{t("faq.moreText")}</p>
            {ask}
          </Panel>
          <Panel title={t("faq.guides")}>{guides}</Panel>
        </aside>
      )}
    </div>
  );
}

function withoutOpen({ q, topic }: FaqSearch): FaqSearch {
  return { ...(q !== undefined && { q }), ...(topic !== undefined && { topic }) };
}
