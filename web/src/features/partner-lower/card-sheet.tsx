import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";

import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useGameName } from "./game-name.ts";
import classes from "./lower.module.css";
import { type Card, cardQuery } from "./lower.ts";
import { Role, Status } from "./status.tsx";
import { Switches } from "./switches.tsx";

interface CardSheetProps {
  memId: string;
  /** Opens the card of another account. */
  onOther(memId: string): void;
  onClose(): void;
}

/** An account of the downline: who it is, its money, its switches, and what it did last. Nothing of it can be changed here but the switches. */
export function CardSheet({ memId, onOther, onClose }: CardSheetProps) {
  const query = useQuery(cardQuery(memId));
  return (
    <Dialog kind="sheet" wide title={memId} onClose={onClose}>
      <QueryView query={query} skeleton={<Skeleton height="40rem" />}>
        {(card) => <CardBody card={card} onOther={onOther} />}
      </QueryView>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The money of an account; nothing without the right to see it. */
function CardMoney({ card }: { card: Card }) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const { cashAmt, pointAmt, deposits, withdrawals, money } = card;
  if (cashAmt === null || pointAmt === null || deposits === null || withdrawals === null) return null;
  return (
    <Part title={t("money")}>
      <Facts
        facts={[
          { name: t("cash"), value: <Money amount={cashAmt} /> },
          { name: t("points"), value: format.number(pointAmt) },
          { name: t("deposits"), value: <Money amount={deposits} /> },
          { name: t("withdrawals"), value: <Money amount={withdrawals} /> },
          ...(money
            ? [
                { name: t("held"), value: <Money amount={money.held} /> },
                {
                  name: t("lastDeposit"),
                  value: money.lastDepositAt ? format.dateTime(money.lastDepositAt) : "–",
                },
              ]
            : []),
        ]}
      />
    </Part>
  );
}

function CardBody({ card, onOther }: { card: Card; onOther(memId: string): void }) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const gameName = useGameName();
  const when = (at: string | null) => (at ? format.dateTime(at) : "–");
  return (
    <>
      <Facts
        facts={[
          { name: t("nick"), value: card.memNick },
          { name: t("kind"), value: <Role partner={card.partner} level={card.partnerLevel} /> },
          { name: t("status"), value: <Status status={card.status} /> },
          { name: t("upline"), value: card.upline.join(" › ") },
          { name: t("name"), value: card.memName },
          { name: t("phone"), value: card.phone },
          { name: t("bank"), value: `${card.bankName} ${card.accountNo}` },
          { name: t("joined"), value: `${format.dateTime(card.joinedAt)} ${card.joinIp}` },
          { name: t("lastLogin"), value: `${when(card.lastLoginAt)} ${card.lastLoginIp}` },
        ]}
      />
      <Switches card={card} />
      <CardMoney card={card} />
      {card.rounds.length > 0 && (
        <Part title={t("rounds")}>
          <ul className={classes.lines}>
            {card.rounds.map((round) => (
              <li key={round.id}>
                <span>
                  {gameName(round)} <small className={classes.dim}>{format.moment(round.at)}</small>
                </span>
                <span>
                  <Money amount={round.stake} /> →{" "}
                  {round.state === "open" ? t("open") : <Money amount={round.payout} />}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {card.logins.length > 0 && (
        <Part title={t("logins")}>
          <ul className={classes.lines}>
            {card.logins.map((login) => (
              <li key={login.at}>
                <span>{format.moment(login.at)}</span>
                <span>
                  {login.ip || "–"} <small className={classes.dim}>{login.result === "200" ? "" : login.result}</small>
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {card.shared.length > 0 && (
        <Part title={t("shared")}>
          <ul className={classes.lines}>
            {card.shared.map((other) => (
              <li key={other.memId}>
                <button type="button" className="link" onClick={() => onOther(other.memId)}>
                  {other.memId}
                </button>
                <span className={classes.dim}>{other.lastLoginIp || other.joinIp}</span>
              </li>
            ))}
          </ul>
          {card.sharedMore && <p className={classes.dim}>{t("sharedMore")}</p>}
        </Part>
      )}
    </>
  );
}
