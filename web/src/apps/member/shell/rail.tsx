import { useTranslation } from "react-i18next";
import { useChat } from "#features/livechat/livechat.ts";
import { useUnread } from "#features/message/unread.ts";
import type { Member } from "#shared/api/types.ts";
import { paths } from "#shared/paths.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { affiliate, memberMenu, pickers } from "./menus.ts";
import { PartnerLink } from "./partner-link.tsx";
import classes from "./rail.module.css";
import { SocialLinks } from "./social-links.tsx";
import { useHasEvents } from "./use-has-events.ts";

/** The left menu of the desktop (product.txt, section 2): the pickers, the member's own pages, the site's pages elsewhere. */
export function Rail({ member }: { member: Member }) {
  const { t } = useTranslation();
  const unread = useUnread();
  const chat = useChat();
  const hasEvents = useHasEvents();
  const menu = memberMenu.filter(({ to }) => to !== paths.events || hasEvents);
  return (
    <nav className={classes.rail} aria-label={t("nav.mine")}>
      <ul className={classes.pickers}>
        {pickers.map((item) => (
          <li key={item.to} data-place={item.place}>
            <NavLink to={item.to} className={classes.item}>
              <Icon name={item.icon} />
              <span>{t(item.text)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <ul>
        {menu.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} className={classes.item}>
              <Icon name={item.icon} />
              <span>{t(item.text)}</span>
              {item.to === paths.messages && unread > 0 && <strong className={classes.count}>{unread}</strong>}
            </NavLink>
          </li>
        ))}
        {member.recommendYn === "Y" && (
          <>
            <li>
              <NavLink to={affiliate.to} className={classes.item}>
                <Icon name={affiliate.icon} />
                <span>{t(affiliate.text)}</span>
              </NavLink>
            </li>
            <li>
              <PartnerLink className={classes.item} />
            </li>
          </>
        )}
        {chat && (
          <li>
            <button type="button" className={classes.item} aria-busy={chat.busy} onClick={chat.open}>
              <Icon name="chat" />
              <span>{t("nav.chat")}</span>
            </button>
          </li>
        )}
      </ul>
      <SocialLinks className={classes.social} />
    </nav>
  );
}

/** The menu's place, while it is not known yet whose it is. */
export function RailPlace() {
  return <div className={classes.rail} />;
}
