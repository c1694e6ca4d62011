import { useTranslation } from "react-i18next";
import { useChat } from "#features/livechat/livechat.ts";
import { useUnread } from "#features/message/unread.ts";
import { minutesHere } from "#features/session/remembered.ts";
import { useMember } from "#features/session/session.ts";
import type { Member } from "#shared/api/types.ts";
import { paths } from "#shared/paths.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { LevelIcon } from "#shared/ui/level-icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { useSessionEnd } from "../session-context.tsx";
import { GroupChips } from "./group-chips.tsx";
import { LayoutSwitch } from "./layout-switch.tsx";
import classes from "./menu-sheet.module.css";
import { affiliate, allPages, guestPages } from "./menus.ts";
import { PartnerLink } from "./partner-link.tsx";
import { SocialLinks } from "./social-links.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { useHasEvents } from "./use-has-events.ts";

/** Everything that one can go to, as a sheet. It closes when one goes. */
export function MenuSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const member = useMember();
  return (
    <Dialog
      kind="sheet"
      onClose={onClose}
      title={
        member ? (
          <span className={classes.who}>
            <LevelIcon level={member.memLevel} />
            {member.memNick}
          </span>
        ) : (
          t("menu.title")
        )
      }
    >
      <div className={classes.menu}>
        <nav aria-label={t("nav.label")}>
          <GroupChips onFollow={onClose} wrap />
        </nav>
        {member ? <MemberLinks member={member} onClose={onClose} /> : <GuestLinks onClose={onClose} />}
        <div className={classes.site}>
          <LanguageMenu />
          <ThemeSwitch className={classes.link} />
          <LayoutSwitch className={classes.link} />
        </div>
        <SocialLinks className={classes.social} />
        {member && <LogOut onClose={onClose} />}
      </div>
    </Dialog>
  );
}

function GuestLinks({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("menu.title")}>
      <ul className={classes.links}>
        <li>
          <NavLink to={paths.signup} className={classes.link} onFollow={onClose}>
            <Icon name="plus" />
            {t("signup.open")}
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.login} className={classes.link} onFollow={onClose}>
            <Icon name="user" />
            {t("login.open")}
          </NavLink>
        </li>
        {guestPages.map((link) => (
          <li key={link.to}>
            <NavLink to={link.to} className={classes.link} onFollow={onClose}>
              <Icon name={link.icon} />
              {t(link.text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MemberLinks({ member, onClose }: { member: Member; onClose(): void }) {
  const { t } = useTranslation();
  const unread = useUnread();
  const chat = useChat();
  const hasEvents = useHasEvents();
  return (
    <nav aria-label={t("nav.mine")} className={classes.groups}>
      {allPages.map((group) => (
        <section key={group.name} aria-labelledby={group.name}>
          <h3 id={group.name}>{t(group.name)}</h3>
          <ul className={classes.links}>
            {group.links.map((link) =>
              link.to === paths.events && !hasEvents ? null : (
                <li key={link.to}>
                  <NavLink to={link.to} className={classes.link} onFollow={onClose}>
                    <Icon name={link.icon} />
                    <span>{t(link.text)}</span>
                    {link.to === paths.messages && unread > 0 && <strong className={classes.count}>{unread}</strong>}
                  </NavLink>
                </li>
              ),
            )}
            {group.name === "menu.talk" && chat && (
              <li>
                <button type="button" className={classes.link} aria-busy={chat.busy} onClick={chat.open}>
                  <Icon name="chat" />
                  <span>{t("nav.chat")}</span>
                </button>
              </li>
            )}
            {group.name === "menu.account" && member.recommendYn === "Y" && (
              <>
                <li>
                  <NavLink to={affiliate.to} className={classes.link} onFollow={onClose}>
                    <Icon name={affiliate.icon} />
                    <span>{t(affiliate.text)}</span>
                  </NavLink>
                </li>
                <li>
                  <PartnerLink className={classes.link} onFollow={onClose} />
                </li>
              </>
            )}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function LogOut({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const end = useSessionEnd();
  return (
    <>
      <p className={classes.here}>
        <Icon name="history" size={16} />
        {t("panel.here", { minutes: minutesHere(Date.now()) })}
      </p>
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
    </>
  );
}
