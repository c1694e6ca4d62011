import { Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { addDetailsTexts } from "#shared/i18n/details-texts.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { addPartnersTexts } from "#shared/i18n/partners-texts.ts";
import { addSettingsTexts } from "#shared/i18n/settings-texts.ts";
import { lazyPart } from "#shared/lazy.ts";
import { receiptNumber } from "#shared/receipt/number.ts";
import { MemberLink } from "#shared/staff/member-link.tsx";
import { percentText } from "#shared/staff/percent.ts";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import classes from "#shared/staff/request-card.module.css";
import { useRight, useStaff } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type Approval, kindText } from "./approvals.ts";
import { CashFacts } from "./cash-facts.tsx";
import { useEffectText } from "./use-effect-text.ts";

const SettingChanges = lazyPart(async () => {
  await addSettingsTexts();
  return (await import("#shared/staff/settings/setting-changes.tsx")).SettingChanges;
});

const PromoChanges = lazyPart(async () => (await import("#shared/staff/promo/promo-changes.tsx")).PromoChanges);

const PowerChanges = lazyPart(async () => {
  await addPartnersTexts();
  return (await import("./power-changes.tsx")).PowerChanges;
});

const DetailsCompared = lazyPart(async () => {
  await addDetailsTexts();
  return (await import("#shared/staff/details-compared.tsx")).DetailsCompared;
});

export type Act = "approve" | "refuse" | "cancel";

/** A request that waits: who asked for what, what its approval does, and the buttons that the current user may press. */
export function ApprovalCard({ request, onAct }: { request: Approval; onAct(act: Act): void }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const heading = useId();
  const ruleName = useRuleName();
  const own = useStaff()?.admin.memId === request.askedBy;
  const mayApprove = useRight("approve");
  const { coupons } = request;
  const couponFacts = ({ members, rolling, days }: NonNullable<Approval["coupons"]>) => [
    ...(members.length === 0 ? [] : [{ name: t("approval.members"), value: members.join(", ") }]),
    { name: t("promos.turnover"), value: `${percentText(rolling)} %` },
    { name: t("promos.days"), value: format.number(days) },
  ];
  const { approve, effect } = useEffectText()(request);
  return (
    <article className={classes.card} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>
          {t(kindText(request.kind))}{" "}
          <span className={classes.who}>
            {request.promo && ruleName(request.promo.name)}
            {request.memId && <MemberLink memId={request.memId} />}
          </span>
        </h2>
        {request.account && <strong className={classes.number}>{request.account.accountNo}</strong>}
        {request.reset && <span className={classes.dim}>{receiptNumber("R", request.reset.idx)}</span>}
        {request.amount !== 0 && (
          <Money
            amount={Math.abs(request.amount)}
            unit={request.unit === "point" ? "points" : "cash"}
            tone={request.amount < 0 ? "loss" : "win"}
            size="xl"
          />
        )}
      </header>
      <p>{effect}</p>
      {request.cash && <CashFacts kind={request.kind} cash={request.cash} />}
      {request.kind === "settings" && (
        <Suspense fallback={<Skeleton height="4rem" />}>
          <SettingChanges before={request.before} after={request.after} />
        </Suspense>
      )}
      {request.promo && (
        <Suspense fallback={<Skeleton height="4rem" />}>
          <PromoChanges change={request.promo} />
        </Suspense>
      )}
      {request.power && (
        <Suspense fallback={<Skeleton height="4rem" />}>
          <PowerChanges {...request.power} />
        </Suspense>
      )}
      {request.details && (
        <Suspense fallback={<Skeleton height="4rem" />}>
          <DetailsCompared {...request.details} />
        </Suspense>
      )}
      <Facts
        facts={[
          ...(request.at ? [{ name: t("approval.from"), value: format.dateTime(request.at) }] : []),
          { name: t("approval.askedBy"), value: request.askedBy },
          { name: t("approval.askedAt"), value: format.dateTime(request.askedAt) },
          { name: t("approval.until"), value: format.dateTime(request.expiresAt) },
          ...request.debts.map(({ partner, owed }) => ({
            name: t("approval.debtOf", { memId: partner }),
            value: <Money amount={owed} tone="loss" />,
          })),
          ...(coupons ? couponFacts(coupons) : []),
          ...(request.reason === "" ? [] : [{ name: t("approval.reason"), value: request.reason }]),
        ]}
      />
      {own ? (
        <div className={classes.buttons}>
          <p className={classes.dim}>{t("approval.own")}</p>
          <Button variant="quiet" onClick={() => onAct("cancel")}>
            {t("approval.cancel")}
          </Button>
        </div>
      ) : (
        mayApprove && (
          <div className={classes.buttons}>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => onAct("refuse")}>
              {t("approval.refuse")}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => onAct("approve")}>
              {approve}
            </Button>
          </div>
        )
      )}
    </article>
  );
}
