import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useSendMessage } from "./members.ts";

const TITLE_MAX = 100;
const CONTENT_MAX = 2_000;

/** A letter to one member. */
export function MessageDialog({ memId, onClose }: { memId: string; onClose(): void }) {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  const toast = useToast();
  const send = useSendMessage();
  const [title, setTitle] = useState("");
  const [content, setContent] = useState("");
  const [checked, setChecked] = useState(false);
  const missing = (text: string) => (checked && text.trim() === "" ? t("required") : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (title.trim() === "" || content.trim() === "") return;
    send.mutate(
      { memId, title: title.trim(), content: content.trim() },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("message.done", { memId }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t("message.title", { memId })} onClose={onClose}>
      <form className={staff.form} onSubmit={submit} noValidate>
        <Field
          label={t("message.subject")}
          value={title}
          maxLength={TITLE_MAX}
          onChange={setTitle}
          error={missing(title)}
        />
        <TextArea
          label={t("message.content")}
          value={content}
          maxLength={CONTENT_MAX}
          rows={6}
          onChange={setContent}
          error={missing(content) ?? (send.error ? faultText(send.error) : undefined)}
        />
        <Button type="submit" busy={send.isPending}>
          {t("message.send")}
        </Button>
      </form>
    </Dialog>
  );
}
