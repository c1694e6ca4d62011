import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { marqueeQuery } from "#features/board/board.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { Marquee } from "#shared/ui/marquee.tsx";
import classes from "./ticker.module.css";

/** The notices under the header. It keeps its height while they load, and when there are none it says nothing. */
export function Ticker() {
  const { t } = useTranslation();
  const posts = useQuery(marqueeQuery).data?.list ?? [];
  return (
    <div className={classes.ticker}>
      {posts.length > 0 && <Icon name="speaker" size={16} />}
      <Marquee
        label={t("nav.notices")}
        items={posts.map((post) => ({ key: post.idx, content: post.content === "" ? post.title : post.content }))}
      />
    </div>
  );
}
