import { useQuery } from "@tanstack/react-query";
import { atom, useAtom } from "jotai";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PopupFace } from "#shared/campaign/popup-face.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { hiddenPopups, hidePopup } from "./hidden-popups.ts";
import { popupsQuery } from "./main.ts";
import classes from "./popups.module.css";

interface PopupsProps {
  /** Before or after login. */
  audience: "before" | "after";
  /** Draws the button that leads to the popup's target. The app passes it, because features do not know the routes. */
  action(to: string, onFollow: () => void): ReactNode;
}

/** The popups that were closed on this page. They appear again at the next visit unless they were hidden for today. */
const closedAtom = atom<readonly number[]>([]);

/** The site's popups over the main page, one after another, each with "not today" (D-36). */
export function Popups({ audience, action }: PopupsProps) {
  const { t } = useTranslation("main");
  const list = useQuery(popupsQuery(audience)).data?.list ?? [];
  const [closed, setClosed] = useAtom(closedAtom);
  const hidden = hiddenPopups(new Date());
  const left = list.filter(({ bannerIdx }) => !closed.includes(bannerIdx) && !hidden.includes(bannerIdx));
  const [popup] = left;
  if (!popup) return null;
  const close = () => setClosed([...closed, popup.bannerIdx]);
  const notToday = () => {
    hidePopup(popup.bannerIdx, new Date());
    close();
  };
  return (
    <Dialog key={popup.bannerIdx} title={popup.title} onClose={close}>
      <PopupFace image={popup.image} html={popup.content} />
      <div className={classes.buttons}>
        <Button variant="ghost" onClick={notToday}>
          {t("popup.notToday")}
        </Button>
        <div className={classes.onward}>
          <Button variant="quiet" autoFocus={popup.link === ""} onClick={close}>
            {left.length > 1 ? t("popup.next", { left: left.length - 1 }) : t("popup.close")}
          </Button>
          {popup.link !== "" && action(popup.link, close)}
        </div>
      </div>
    </Dialog>
  );
}
