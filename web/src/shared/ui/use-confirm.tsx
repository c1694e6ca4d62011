import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Refusal } from "./refusal.tsx";
import { useToast } from "./toast.tsx";

export interface Question {
  title: ReactNode;
  /** The effect of the action. */
  text: ReactNode;
  /** Facts about it and who decides, below the text. */
  more?: ReactNode;
  /** The verb on the button. */
  confirm: ReactNode;
  /** The label of the other button where "cancel" could be misread. */
  keep?: ReactNode;
  tone?: "primary" | "danger";
  /** The text of the toast after success, if the page does not show the result. */
  done?: string;
  /** The call, usually a mutation's mutateAsync. */
  run(): Promise<unknown>;
  /** The words for a refusal where those of the code would mislead. */
  words?(error: unknown): string | undefined;
}

/**
 * Asks before something that counts. The dialog stays until the answer: what is done closes it and is said in a toast, a refusal
 * stands in it. `dialog` belongs somewhere in the page.
 */
export function useConfirm(): { ask(question: Question): void; dialog: ReactNode } {
  const toast = useToast();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const ask = (next: Question) => {
    setError(null);
    setQuestion(next);
  };
  const confirm = async ({ run, done }: Question) => {
    setError(null);
    setBusy(true);
    try {
      await run();
      setQuestion(null);
      if (done !== undefined) toast({ tone: "done", text: done });
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  const dialog = question && (
    <ConfirmDialog
      title={question.title}
      confirm={question.confirm}
      keep={question.keep}
      tone={question.tone ?? "primary"}
      busy={busy}
      onConfirm={() => void confirm(question)}
      onClose={() => !busy && setQuestion(null)}
    >
      <p>{question.text}</p>
      {question.more}
      <Refusal error={error} words={question.words} />
    </ConfirmDialog>
  );
  return { ask, dialog };
}
