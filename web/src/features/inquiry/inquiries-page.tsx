import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Page } from "#shared/ui/page.tsx";
import { type Inquiry, inquiriesQuery } from "./inquiries.ts";
import { InquiryStatus } from "./inquiry-status.tsx";
import { isNew, useSeen } from "./seen.ts";

interface InquiriesPageProps {
  page: number;
  onPage(page: number): void;
  onWrite(): void;
  /** Returns a link to the inquiry. The app passes it, because features do not know the routes. */
  link(inquiry: Inquiry): ReactNode;
}

/** The member's inquiries, each with its state: waiting or answered. */
export function InquiriesPage({ page, onPage, onWrite, link }: InquiriesPageProps) {
  const { t } = useTranslation("inquiry");
  const format = useFormat();
  const query = useQuery(inquiriesQuery(page));
  const seen = useSeen();
  const [now] = useState(() => Date.now());
  const write = <Button onClick={onWrite}>{t("write")}</Button>;
  const some = (query.data?.pageInfo.total ?? 0) > 0;
  return (
    <Page title={t("title")} lead={t("lead")} actions={some && write}>
      <List
        query={query}
        caption={t("title")}
        rowKey={(inquiry) => inquiry.idx}
        columns={[
          { key: "title", head: t("column.title"), phone: "title", cell: link },
          { key: "category", head: t("column.category"), cell: ({ category }) => t(categoryKey(category)) },
          {
            key: "status",
            head: t("column.status"),
            phone: "state",
            cell: (inquiry) => <InquiryStatus status={inquiry.status} fresh={isNew(inquiry, seen, now)} />,
          },
          {
            key: "date",
            head: t("column.asked"),
            phone: "when",
            align: "end",
            cell: ({ createdAt }) => format.dateTime(createdAt),
          },
        ]}
        onPage={onPage}
        linked
        height="24rem"
        empty={
          <EmptyState art="questions" title={t("empty.title")} action={write}>
            {t("empty.text")}
          </EmptyState>
        }
      />
    </Page>
  );
}

function categoryKey(category: string): "category.bankaccount" | "category.etc" {
  return category === "bankaccount" ? "category.bankaccount" : "category.etc";
}
