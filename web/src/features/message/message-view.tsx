import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./message.module.css";
import { messageQuery } from "./messages.ts";

interface MessageViewProps {
  idx: number;
  onBack(): void;
}

/** The open message. On a phone it takes the list's place, with a way back. */
export function MessageView({ idx, onBack }: MessageViewProps) {
  const { t } = useTranslation("message");
  const format = useFormat();
  const query = useQuery(messageQuery(useQueryClient(), idx));
  const place = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each message that is opened is read from its start
  useEffect(() => place.current?.focus({ preventScroll: true }), [idx]);

  return (
    <article ref={place} tabIndex={-1} className={classes.view} aria-label={t("reading")}>
      <div className={classes.back}>
        <Button variant="ghost" size="sm" icon={<Icon name="back" size={18} />} onClick={onBack}>
          {t("back")}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeleton height="12rem" radius="var(--radius-m)" />}>
        {(message) => (
          <>
            <header className={classes.viewHead}>
              <h2>{message.title}</h2>
              <time className={classes.date} dateTime={message.sentAt}>
                {format.dateTime(message.sentAt)}
              </time>
            </header>
            <p className={classes.content}>{message.content}</p>
          </>
        )}
      </QueryView>
    </article>
  );
}
