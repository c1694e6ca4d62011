import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { DetailsCompared } from "#shared/staff/details-compared.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./members.module.css";
import { changesOfQuery, couponsOfQuery, messagesOfQuery, type PartProps } from "./person.ts";
import { Nothing } from "./person-nothing.tsx";

const couponTones = { issued: "info", used: "good", expired: "calm", revoked: "bad" } as const;
const isCouponState = (state: string): state is keyof typeof couponTones => Object.hasOwn(couponTones, state);

/** The coupons that the member has, had or gave on. */
export function CouponsOf({ wanted, onPage }: PartProps) {
  const { t } = useTranslation(["person", "promo"]);
  const format = useFormat();
  return (
    <List
      density="compact"
      query={useQuery(couponsOfQuery(wanted))}
      caption={t("tab.coupons")}
      rowKey={({ idx }) => idx}
      columns={[
        { key: "at", head: t("coupon.issued"), phone: "when", cell: (row) => format.moment(row.issuedAt) },
        { key: "code", head: t("promo:coupon.code"), phone: "title", cell: (row) => <code>{row.code}</code> },
        {
          key: "worth",
          head: t("promo:coupon.worth"),
          align: "end",
          phone: "amount",
          cell: (row) => <Money amount={row.amount} unit={row.unit === "point" ? "points" : "cash"} />,
        },
        {
          key: "state",
          head: t("status"),
          phone: "state",
          cell: ({ state }) => {
            const known = isCouponState(state) ? state : "expired";
            return <StatusPill tone={couponTones[known]}>{t(`promo:coupon.state.${known}`)}</StatusPill>;
          },
        },
        {
          key: "closed",
          head: t("coupon.closed"),
          cell: (row) =>
            row.closedAt ? format.moment(row.closedAt) : t("coupon.until", { at: format.date(row.expiresAt) }),
        },
        {
          key: "given",
          head: t("coupon.given"),
          cell: ({ givenBy, memId }) =>
            givenBy === ""
              ? "–"
              : givenBy === wanted.memId
                ? t("coupon.to", { memId })
                : t("coupon.from", { memId: givenBy }),
        },
        { key: "by", head: t("coupon.by"), cell: (row) => row.issuedBy },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}

const messageTones = { unread: "info", read: "good", deleted: "calm" } as const;

/** The messages that the member was sent, by staff and by the product, and whether they were read. */
export function MessagesOf({ wanted, onPage }: PartProps) {
  const { t } = useTranslation("person");
  const format = useFormat();
  return (
    <List
      density="compact"
      query={useQuery(messagesOfQuery(wanted))}
      caption={t("tab.messages")}
      rowKey={({ idx }) => idx}
      columns={[
        { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.sentAt) },
        { key: "title", head: t("message.title"), phone: "title", cell: (row) => row.title },
        {
          key: "state",
          head: t("status"),
          phone: "state",
          cell: ({ readAt, deletedAt }) => {
            const state = deletedAt ? "deleted" : readAt ? "read" : "unread";
            return <StatusPill tone={messageTones[state]}>{t(`message.${state}`)}</StatusPill>;
          },
        },
        {
          key: "since",
          head: t("message.since"),
          cell: ({ readAt, deletedAt }) => {
            const at = deletedAt ?? readAt;
            return at ? format.moment(at) : "–";
          },
        },
        {
          key: "text",
          head: t("message.text"),
          cell: (row) => <span className={classes.text}>{row.content || "–"}</span>,
        },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}

const changeTones = { open: "busy", done: "good", refused: "bad", withdrawn: "calm", over: "calm" } as const;
const isChangeState = (state: string): state is keyof typeof changeTones => Object.hasOwn(changeTones, state);

/** The changes of phone, name and bank account that the member asked for, and how staff decided. */
export function ChangesOf({ wanted, onPage }: PartProps) {
  const { t } = useTranslation(["person", "details", "admin"]);
  const format = useFormat();
  return (
    <List
      density="compact"
      query={useQuery(changesOfQuery(wanted))}
      caption={t("tab.details")}
      rowKey={({ idx }) => idx}
      columns={[
        { key: "at", head: t("admin:column.requested"), phone: "when", cell: (row) => format.moment(row.askedAt) },
        {
          key: "what",
          head: t("admin:approval.what"),
          phone: "title",
          cell: (row) => t(row.kind === "phone" ? "details:kind.phone" : "details:kind.account"),
        },
        {
          key: "state",
          head: t("status"),
          phone: "state",
          cell: ({ state }) => {
            const known = isChangeState(state) ? state : "open";
            return <StatusPill tone={changeTones[known]}>{t(`details:state.${known}`)}</StatusPill>;
          },
        },
        {
          key: "values",
          head: t("details:after"),
          cell: (row) => <DetailsCompared before={row.before} after={row.after} />,
        },
        { key: "by", head: t("by"), cell: (row) => row.decidedBy || "–" },
        {
          key: "why",
          head: t("details:reason"),
          cell: (row) => <span className={classes.text}>{row.reason || "–"}</span>,
        },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}
