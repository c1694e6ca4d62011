import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useActionName } from "#shared/staff/audit-actions.ts";
import { type Rule, rulesQuery } from "#shared/staff/rules.ts";
import staff from "#shared/staff/staff.module.css";
import { List } from "#shared/ui/list/list.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { boundText, kindText } from "./approvals.ts";

/** The rules of what one person may do alone: every action that creates, moves or frees money, or raises what members or partners earn (S-84). */
export function Rules() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const actionName = useActionName();
  const query = useQuery(rulesQuery);
  const limited = (rule: Rule) => rule.bound === "" && !rule.one && rule.from > 0;
  const alone = (rule: Rule) => {
    if (rule.bound !== "") return t(boundText(rule.bound));
    if (limited(rule)) return t("approval.rule.below", { amount: format.money(rule.from) });
    return t(rule.one ? "approval.rule.one" : "approval.rule.two");
  };
  const columns: Column<Rule>[] = [
    {
      key: "act",
      head: t("approval.what"),
      phone: "title",
      cell: (rule) => (
        <>
          <strong>{actionName(rule.act)}</strong>{" "}
          <span className={staff.dim}>{rule.kind === "" ? "" : t(kindText(rule.kind))}</span>
        </>
      ),
    },
    { key: "alone", head: t("approval.rule.alone"), cell: (rule) => <span className={staff.wrap}>{alone(rule)}</span> },
    {
      key: "done",
      head: t("approval.rule.done"),
      align: "end",
      phone: "amount",
      cell: (rule) => (limited(rule) ? format.money(rule.done) : "–"),
    },
    {
      key: "right",
      head: t("approval.rule.right"),
      cell: (rule) => <span className={staff.wrap}>{t(`staff.right.${rule.right}`)}</span>,
    },
  ];
  return (
    <List
      density="compact"
      query={query}
      caption={t("approval.rules")}
      rowKey={(rule) => `${rule.act} ${rule.kind}`}
      columns={columns}
    />
  );
}
