import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useTitle } from "./title.ts";

interface PageProps {
  title: ReactNode;
  /** The title in words, where it is more than a text: the name of the browser's tab. */
  tab?: string | undefined;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Buttons at the title's right. */
  actions?: ReactNode;
  children: ReactNode;
  /**
   * The three templates of the member site; all have the same left edge and the same frame (shell/frame.module.css).
   * list: rows and cards, as wide as the frame. form: fields, no wider than what is typed in them wants. reading: lines of text that
   * an eye follows back.
   */
  template?: "list" | "form" | "reading";
  /** A form for visitors, who have no menu beside it: in the middle. */
  narrow?: boolean;
}

/** A title of more letters, such as one that a member wrote, is smaller on a phone. */
const LONG = 20;

/** A page's frame: its one h1, which names the browser's tab too, then its content. */
export function Page({ title, tab = "", lead, actions, children, template, narrow }: PageProps) {
  useTitle(typeof title === "string" ? title : tab);
  return (
    <div className={`${classes.page} ${narrow ? classes.narrow : ""}`} data-template={template}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h1 data-long={(typeof title === "string" && title.length > LONG) || undefined}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A raised block with an optional heading. */
export function Panel({ title, aside, children }: { title?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      {(title || aside) && (
        <header className={classes.panelHead}>
          {title && <h2>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
