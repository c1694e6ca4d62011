import { useTranslation } from "react-i18next";
import { useChat } from "#features/livechat/livechat.ts";
import { useUnread } from "#features/message/unread.ts";
import type { Member } from "#shared/api/types.ts";
import { paths } from "#shared/paths.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { memberMenu, partnerMenu } from "./menus.ts";
import classes from "./rail.module.css";

/** The member's own menu at the left of the page. */
export function Rail({ member }: { member: Member }) {
  const { t } = useTranslation();
  const unread = useUnread();
  const chat = useChat();
  const menu = member.recommendYn === "Y" ? [...memberMenu, partnerMenu] : memberMenu;
  return (
    <nav className={classes.rail} aria-label={t("nav.mine")}>
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
        {chat && (
          <li>
            <button type="button" className={classes.item} aria-busy={chat.busy} onClick={chat.open}>
              <Icon name="chat" />
              <span>{t("nav.chat")}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The menu's place, while it is not known yet whose it is. */
export function RailPlace() {
  return <div className={classes.rail} />;
}
