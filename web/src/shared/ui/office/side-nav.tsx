import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/format.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { NavLink } from "../nav-link.tsx";
import classes from "./side-nav.module.css";

export interface NavGroup {
  key: string;
  label: string;
  items: readonly {
    to: string;
    label: string;
    icon: IconName;
    /** How many wait there; late once the oldest has waited too long. */
    badge?: number;
    late?: boolean;
  }[];
}

interface SideNavProps {
  label: string;
  groups: readonly NavGroup[];
  /** Icons alone, for narrow windows; names are read out and shown under the pointer. */
  narrow?: boolean;
  /** A link was followed; a drawer closes. */
  onFollow?(): void;
}

const MOST = 99;

/** The left navigation of a back office: groups that can be closed, and how many wait where. A closed group shows the sum of its badges. */
export function SideNav({ label, groups, narrow = false, onFollow }: SideNavProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  };
  return (
    <nav aria-label={label} className={classes.nav} data-narrow={narrow || undefined}>
      {groups.map((group) => {
        const open = narrow || !closed.has(group.key);
        const waiting = group.items.reduce((sum, { badge = 0 }) => sum + badge, 0);
        return (
          <div key={group.key} className={classes.group}>
            {!narrow && (
              <button type="button" className={classes.head} aria-expanded={open} onClick={() => toggle(group.key)}>
                <span>{group.label}</span>
                {!open && <Badge count={waiting} late={group.items.some(({ late }) => late)} />}
                <Icon name="chevron" size={16} />
              </button>
            )}
            <ul aria-label={group.label} hidden={!open}>
              {group.items.map(({ to, label: name, icon, badge = 0, late = false }) => (
                <li key={to} title={narrow ? name : undefined}>
                  <NavLink to={to} className={classes.link} {...(onFollow && { onFollow })}>
                    <Icon name={icon} />
                    <span className={narrow ? "visually-hidden" : classes.name}>{name}</span>
                    <Badge count={badge} late={late} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** Nothing while nothing waits. */
function Badge({ count, late }: { count: number; late: boolean }) {
  const { t } = useTranslation("office");
  const format = useFormat();
  if (count === 0) return null;
  return (
    <span className={classes.badge} data-late={late || undefined}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : format.number(count)}</span>
      <span className="visually-hidden">{t(late ? "nav.late" : "nav.waiting", { count })}</span>
    </span>
  );
}
