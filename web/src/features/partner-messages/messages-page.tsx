import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Page } from "#shared/ui/page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./messages.module.css";
import { type Addressees, addressees, CONTENT_MAX, TITLE_MAX, useSendMessage } from "./messages.ts";

interface Values {
  to: Addressees;
  memId: string;
  title: string;
  content: string;
}

/** Writes to one account below, to all directly below, or to the whole downline. Many are asked about first. */
export function MessagesPage() {
  const { t } = useTranslation("partner-reports");
  const toast = useToast();
  const { ask, dialog } = useConfirm();
  const { send, stopped } = useSendMessage();
  const deliver = async ({ to, memId, title, content }: Values) => {
    const sent = await send({
      to,
      title: title.trim(),
      content: content.trim(),
      ...(to === "member" && { memId: memId.trim() }),
    });
    form.reset({ to, memId: "", title: "", content: "" });
    toast({ tone: "done", text: t("message.done", { count: sent }) });
  };
  const form = useAppForm<Values, void>({
    defaultValues: { to: "member", memId: "", title: "", content: "" },
    check: ({ to, memId, title }) => ({
      memId: to === "member" && memId.trim() === "" && t("message.memberMissing"),
      title: title.trim() === "" && t("message.titleMissing"),
    }),
    onSubmit: async (values) => {
      if (values.to === "member") return deliver(values);
      ask({
        title: t("message.askTitle"),
        text: t(values.to === "children" ? "message.askChildren" : "message.askDownline", {
          title: values.title.trim(),
        }),
        confirm: t("message.send"),
        run: () => deliver(values),
      });
    },
    fieldOf: (code) => (code === "U001" ? "memId" : null),
  });
  const to = useWatch({ control: form.control, name: "to" });
  const got = stopped(to);
  return (
    <Page title={t("message.title")} lead={t("message.lead")} template="form">
      <Form form={form} className={classes.form}>
        <FormSelect
          control={form.control}
          name="to"
          label={t("message.to")}
          options={addressees.map((value) => ({ value, label: t(`message.to.${value}`) }))}
        />
        {to === "member" && (
          <FormField control={form.control} name="memId" label={t("message.memId")} autoComplete="off" maxLength={13} />
        )}
        <FormField control={form.control} name="title" label={t("message.subject")} maxLength={TITLE_MAX} />
        <FormTextArea
          control={form.control}
          name="content"
          label={t("message.content")}
          rows={8}
          maxLength={CONTENT_MAX}
        />
        {got > 0 && (
          <p role="status" className={classes.dim}>
            {t("message.progress", { count: got })}
          </p>
        )}
        <Refusal box error={form.refusal} />
        <Button type="submit" busy={form.busy}>
          {t(got === 0 ? "message.send" : "message.goOn")}
        </Button>
      </Form>
      {dialog}
    </Page>
  );
}
