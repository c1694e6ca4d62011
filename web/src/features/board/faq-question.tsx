import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import classes from "./faq.module.css";

interface FaqQuestionProps {
  post: Pick<Post, "idx" | "title" | "content">;
  open: boolean;
  onOpen(open: boolean): void;
}

/** A question; its answer opens below it, with its own address to be copied. */
export function FaqQuestion({ post, open, onOpen }: FaqQuestionProps) {
  const { t } = useTranslation("board");
  return (
    <details
      className={classes.question}
      data-question={post.idx}
      open={open}
      onToggle={(event) => event.currentTarget.open !== open && onOpen(!open)}
    >
      <summary>
        <span>{post.title}</span>
        <Icon name="chevron" />
      </summary>
      <div className={classes.answer}>
        <RichText html={post.content} />
        <p className={classes.copy}>
          {t("faq.link")}
          <CopyButton text={`${location.origin}${location.pathname}?open=${post.idx}`} label={t("faq.link")} />
        </p>
      </div>
    </details>
  );
}
