import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";

/** Returns the words for a part that the catalogue has already, and the end of the dialog once a part is added. */
export function useAdding(onClose: () => void) {
  const { t } = useTranslation("offer");
  const toast = useToast();
  return {
    words: (error: unknown) => (isCode(error, "C019") ? t("taken") : undefined),
    added: (name: string) => {
      toast({ tone: "done", text: t("added", { name }) });
      onClose();
    },
  };
}

interface AddDialogProps {
  title: string;
  /** Its effect on all sites. */
  text: string;
  form: Pick<AppForm<FieldValues>, "ref" | "submit" | "leave" | "busy" | "refusal">;
  words(error: unknown): string | undefined;
  children: ReactNode;
  onClose(): void;
}

/** The dialog around the fields of what is added to the catalogue. */
export function AddDialog({ title, text, form, words, children, onClose }: AddDialogProps) {
  const { t } = useTranslation("offer");
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} className={staff.form} autoComplete="off">
        <p className={staff.dim}>{text}</p>
        {children}
        <Refusal box error={form.refusal} words={words} />
        <Button type="submit" busy={form.busy}>
          {t("add")}
        </Button>
      </Form>
    </Dialog>
  );
}
