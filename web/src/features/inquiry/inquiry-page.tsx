import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { Pictures } from "#shared/ui/pictures.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { FollowUp } from "./follow-up.tsx";
import { inquiryQuery, loadPicture } from "./inquiries.ts";
import classes from "./inquiry.module.css";
import { InquiryStatus } from "./inquiry-status.tsx";
import { PaidInto } from "./paid-into.tsx";
import { markSeen } from "./seen.ts";

/** One inquiry with all that followed, its answer last, and a field to write again until staff closes it. */
export function InquiryPage({ boardIdx, back }: { boardIdx: number; back: ReactNode }) {
  const { t } = useTranslation("inquiry");
  const format = useFormat();
  const query = useQuery(inquiryQuery(boardIdx));
  // While there is no inquiry the tab has the name of their list.
  useTitle(query.data?.title ?? t("title"));
  useEffect(() => {
    if (query.data) markSeen(query.data);
  }, [query.data]);
  return (
    <QueryView query={query} skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
      {(inquiry) => (
        <Page
          title={inquiry.title}
          lead={format.dateTime(inquiry.createdAt)}
          actions={<InquiryStatus status={inquiry.status} fresh={false} />}
        >
          <Panel title={t("question")}>
            <RichText html={inquiry.content} />
            <Pictures pictures={inquiry.images} load={loadPicture} label={(place) => t("picture.of", { place })} />
          </Panel>
          {inquiry.messages.map((message) => (
            <Panel
              key={`${message.createdAt}${message.staff}`}
              title={t(message.staff ? "answer" : "follow.mine")}
              aside={<time className={classes.when}>{format.dateTime(message.createdAt)}</time>}
            >
              <RichText html={message.content} />
              <Pictures pictures={message.images} load={loadPicture} label={(place) => t("picture.of", { place })} />
            </Panel>
          ))}
          {inquiry.answeredAt !== null ? (
            <Panel
              title={t("answer")}
              aside={<time className={classes.when}>{format.dateTime(inquiry.answeredAt)}</time>}
            >
              <RichText html={inquiry.answer} />
            </Panel>
          ) : (
            <p className={classes.waiting}>{t("waiting")}</p>
          )}
          {inquiry.account ? (
            <PaidInto account={inquiry.account} />
          ) : (
            inquiry.category === "bankaccount" && <p className={classes.over}>{t("account.over")}</p>
          )}
          {inquiry.category !== "bankaccount" &&
            (inquiry.status === "closed" ? (
              <p className={classes.over}>{t("closed")}</p>
            ) : (
              <FollowUp key={inquiry.messages.length} boardIdx={inquiry.idx} />
            ))}
          {back}
        </Page>
      )}
    </QueryView>
  );
}
