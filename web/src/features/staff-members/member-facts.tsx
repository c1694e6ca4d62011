import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useDocumentName } from "#shared/documents.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import type { MemberRow } from "#shared/staff/members.ts";
import { useShown } from "#shared/staff/personal.ts";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import staff from "#shared/staff/staff.module.css";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { MemberStatus } from "./member-status.tsx";
import { memberDocumentsQuery, memberQuery } from "./members.ts";

/** The newest versions of terms and privacy that a member agreed to. */
function Agreed({ memId }: { memId: string }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const name = useDocumentName();
  const all = useQuery(memberDocumentsQuery(memId)).data?.list ?? [];
  const newest = all.filter(({ kind }, place) => all.findIndex((one) => one.kind === kind) === place);
  if (newest.length === 0) return "–";
  return newest
    .map(({ kind, version, at }) => t("document.agreedLine", { kind: name(kind), version, at: format.date(at) }))
    .join(", ");
}

interface MemberFactsProps {
  memId: string;
  /** The kind of request that stands above: what that says is not said again. */
  beside?: "signup" | "in" | "out" | "pt";
}

/** The member's details, as given at signup. */
export function MemberFacts({ memId, beside }: MemberFactsProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useQuery(memberQuery(memId));
  const { shown, of } = useShown("member", memId);
  const paid = beside === "out" || beside === "pt";
  const account = (member: MemberRow) => [
    { name: t("column.bank"), value: member.bankName },
    {
      name: t("column.account"),
      value: (
        <>
          {of("accountNo", member.accountNo)}{" "}
          {shown && <CopyButton compact text={of("accountNo", member.accountNo)} label={t("column.account")} />}
        </>
      ),
    },
    { name: t("column.holder"), value: of("accountHolder", member.accountHolder) },
  ];
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="16rem" radius="var(--radius-m)" />}>
      {(member) =>
        member === null ? (
          <p className={staff.dim}>{t("member.missing")}</p>
        ) : (
          <Facts
            facts={[
              { name: t("column.status"), value: <MemberStatus status={member.status} test={member.test} /> },
              { name: t("column.nick"), value: member.memNick },
              { name: t("column.name"), value: of("name", member.memName) },
              { name: t("column.phone"), value: of("phone", member.phone) },
              ...(paid ? [] : account(member)),
              {
                name: t("personal.data"),
                value: (
                  <ShowPersonal
                    subject="member"
                    id={memId}
                    fields={paid ? ["name", "phone"] : ["name", "phone", "accountNo", "accountHolder"]}
                    purpose={beside === "signup" ? "signup" : "contact"}
                  />
                ),
              },
              ...(beside === "in" || beside === "out"
                ? []
                : [{ name: t("column.cash"), value: <Money amount={member.cashAmt} /> }]),
              { name: t("column.recommender"), value: member.recommender },
              { name: t("column.joined"), value: format.dateTime(member.joinedAt) },
              { name: t("column.joinIp"), value: member.joinIp },
              { name: t("document.agreed"), value: <Agreed memId={memId} /> },
              {
                name: t("column.lastLogin"),
                value: member.lastLoginAt ? format.dateTime(member.lastLoginAt) : t("member.never"),
              },
            ]}
          />
        )
      }
    </QueryView>
  );
}
