import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { marqueeQuery } from "#features/board/board.ts";
import { useMember } from "#features/session/session.ts";
import { ConnectionStrip, useConnectionTrouble } from "#shared/ui/connection-strip.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Marquee } from "#shared/ui/marquee.tsx";
import { MessageBanner } from "./message-banner.tsx";
import classes from "./ticker.module.css";

/**
 * The line under the header: the site's notices, and at its end the unread messages. While a member's connection is in trouble
 * it says that instead. Its height is always the same, so nothing below it ever moves.
 */
export function Ticker() {
  const { t } = useTranslation();
  const member = useMember() !== null;
  const trouble = useConnectionTrouble() && member;
  const posts = useQuery(marqueeQuery).data?.list ?? [];
  return (
    <div className={classes.ticker}>
      <div className={classes.news}>
        {member && <ConnectionStrip />}
        {!trouble && posts.length > 0 && <Icon name="speaker" size={16} />}
        {!trouble && (
          <Marquee
            label={t("nav.notices")}
            items={posts.map((post) => ({ key: post.idx, content: post.content === "" ? post.title : post.content }))}
          />
        )}
      </div>
      {member && <MessageBanner />}
    </div>
  );
}
