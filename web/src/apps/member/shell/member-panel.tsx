import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { GameMoneyList } from "#features/game/game-money-list.tsx";
import { useChat } from "#features/livechat/livechat.ts";
import { useUnread } from "#features/message/unread.ts";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { minutesHere } from "#features/session/remembered.ts";
import { useBalance } from "#features/wallet/balance.ts";
import type { Member } from "#shared/api/types.ts";
import { paths } from "#shared/paths.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LevelIcon } from "#shared/ui/level-icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { useSessionEnd } from "../session-context.tsx";
import classes from "./member-panel.module.css";
import { ThemeSwitch } from "./theme-switch.tsx";

interface MemberPanelProps {
  member: Member;
  onClose(): void;
}

/** The right panel: who I am, what I have, and the few things one comes here for. */
export function MemberPanel({ member, onClose }: MemberPanelProps) {
  const { t } = useTranslation();
  const end = useSessionEnd();
  const balance = useBalance();
  const unread = useUnread();
  const chat = useChat();
  const openConvert = useSetAtom(convertOpenAtom);
  const links = [
    { to: paths.deposit, text: t("nav.deposit"), icon: "deposit" },
    { to: paths.withdraw, text: t("nav.withdraw"), icon: "withdraw" },
    { to: paths.messages, text: t("nav.messages"), icon: "mail", count: unread },
    { to: paths.bets, text: t("nav.bets"), icon: "history" },
    { to: paths.board, text: t("nav.board"), icon: "talk" },
    { to: paths.mypage, text: t("panel.info"), icon: "user" },
    { to: paths.account, text: t("nav.account"), icon: "lock" },
  ] as const;
  return (
    <Dialog
      kind="sheet"
      onClose={onClose}
      title={
        <span className={classes.who}>
          <LevelIcon level={member.memLevel} />
          {member.memNick}
        </span>
      }
    >
      <div className={classes.panel}>
        <dl className={classes.balance}>
          <dt>{t("money.cash")}</dt>
          <dd>
            <LiveMoney label={t("money.cash")} amount={balance?.cashAmt ?? member.cashAmt} size="xl" />
          </dd>
          <dt>{t("money.points")}</dt>
          <dd>
            <LiveMoney
              label={t("money.points")}
              amount={balance?.pointAmt ?? member.pointAmt}
              unit="points"
              size="lg"
            />
          </dd>
        </dl>
        <GameMoneyList />
        <p className={classes.here}>
          <Icon name="history" size={16} />
          {t("panel.here", { minutes: minutesHere(Date.now()) })}
        </p>
        <ul className={classes.links}>
          <li>
            <button
              type="button"
              className={classes.link}
              aria-haspopup="dialog"
              onClick={() => {
                onClose();
                openConvert(true);
              }}
            >
              <Icon name="swap" />
              <span>{t("panel.convert")}</span>
            </button>
          </li>
          {links.map((link) => (
            <li key={link.to}>
              <NavLink to={link.to} className={classes.link} onFollow={onClose}>
                <Icon name={link.icon} />
                <span>{link.text}</span>
                {"count" in link && link.count > 0 && <strong className={classes.count}>{link.count}</strong>}
              </NavLink>
            </li>
          ))}
          {chat && (
            <li>
              <button type="button" className={classes.link} aria-busy={chat.busy} onClick={chat.open}>
                <Icon name="chat" />
                <span>{t("nav.chat")}</span>
              </button>
            </li>
          )}
          <li>
            <ThemeSwitch className={classes.link} />
          </li>
          <li>
            <button
              type="button"
              className={classes.link}
              onClick={() => {
                onClose();
                end.logOut();
              }}
            >
              <Icon name="logout" />
              <span>{t("panel.logout")}</span>
            </button>
          </li>
        </ul>
      </div>
    </Dialog>
  );
}
