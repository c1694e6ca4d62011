import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import { type Card, useAddNote } from "./card.ts";
import classes from "./members.module.css";

const NOTE_MAX = 1_000;

/** The notes of staff about a member, who never sees them. */
export function Notes({ card }: { card: Card }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { mutateAsync: addNote } = useAddNote();
  const form = useAppForm({
    defaultValues: { content: "" },
    check: ({ content }) => ({ content: content.trim() === "" && t("required") }),
    onSubmit: ({ content }) => addNote({ memId: card.memId, content: content.trim() }),
    onDone: () => form.reset(),
    fieldOf: () => "content",
  });
  return (
    <>
      <h3>{t("card.notes.title")}</h3>
      <Form form={form} className={staff.form}>
        <FormTextArea
          control={form.control}
          name="content"
          label={t("card.notes.new")}
          hint={t("card.notes.hint")}
          maxLength={NOTE_MAX}
          rows={2}
        />
        <Refusal error={form.refusal} />
        <Button type="submit" variant="quiet" size="sm" busy={form.busy}>
          {t("card.notes.add")}
        </Button>
      </Form>
      {card.notes.length === 0 ? (
        <p className={staff.dim}>{t("card.notes.none")}</p>
      ) : (
        <ul ref={scrollStop} className={classes.changes}>
          {card.notes.map((note) => (
            <li key={`${note.at}${note.content}`} className={classes.change}>
              <time dateTime={note.at}>{format.dateTime(note.at)}</time>
              <span className={classes.note}>{note.content}</span>
              <span className={staff.dim}>{note.by}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
