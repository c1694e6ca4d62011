import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#shared/ui/button.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Panel } from "#shared/ui/page.tsx";
import classes from "./receipt.module.css";

interface ReceiptPanelProps {
  title: string;
  /** That the code is shown this once. */
  keep: string;
  number: { label: string; text: string };
  code: { label: string; text: string };
  /** The next steps, in order. */
  next: { title: string; steps: readonly string[] };
  /** Puts number and code into the form that looks. */
  look: { text: string; run(): void };
  again: { text: string; run(): void };
  children?: ReactNode;
}

/** The receipt of a request: the number and the code that lead back to it. Its heading takes the focus from the form that it replaces. */
export function ReceiptPanel({ title, keep, number, code, next, look, again, children }: ReceiptPanelProps) {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Panel
      title={
        <span ref={heading} tabIndex={-1} className={classes.done}>
          {title}
        </span>
      }
    >
      <p className={classes.keep}>{keep}</p>
      <dl className={classes.keys}>
        {[number, code].map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
            <CopyButton text={text} label={label} />
          </div>
        ))}
      </dl>
      <h3 className={classes.next}>{next.title}</h3>
      <ol className={classes.steps}>
        {next.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
      <div className={classes.actions}>
        <Button onClick={look.run}>{look.text}</Button>
        <Button variant="quiet" onClick={again.run}>
          {again.text}
        </Button>
      </div>
    </Panel>
  );
}
