import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useSendMessage } from "./members.ts";

const TITLE_MAX = 100;
const CONTENT_MAX = 2_000;

/** A letter to one member. */
export function MessageDialog({ memId, onClose }: { memId: string; onClose(): void }) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const send = useSendMessage();
  const form = useAppForm({
    defaultValues: { title: "", content: "" },
    check: ({ title, content }) => ({
      title: title.trim() === "" && t("required"),
      content: content.trim() === "" && t("required"),
    }),
    onSubmit: ({ title, content }) => send.mutateAsync({ memId, title: title.trim(), content: content.trim() }),
    onDone: () => {
      toast({ tone: "done", text: t("message.done", { memId }) });
      onClose();
    },
    fieldOf: () => "content",
  });
  return (
    <Dialog title={t("message.title", { memId })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <FormField control={form.control} name="title" label={t("message.subject")} maxLength={TITLE_MAX} />
        <FormTextArea
          control={form.control}
          name="content"
          label={t("message.content")}
          maxLength={CONTENT_MAX}
          rows={6}
        />
        <Button type="submit" busy={form.busy}>
          {t("message.send")}
        </Button>
      </Form>
    </Dialog>
  );
}
