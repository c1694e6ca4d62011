import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRight } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { ListBar } from "#shared/ui/list/list-page.tsx";

/** The button that adds to a list of the catalogue, for staff with that right, and its dialog while it is open. */
export function useAdd(label: "addVendor" | "addProduct" | "addGame", dialog: (onClose: () => void) => ReactNode) {
  const { t } = useTranslation("offer");
  const may = useRight("catalogue");
  const [open, setOpen] = useState(false);
  const button = may && <Button onClick={() => setOpen(true)}>{t(label)}</Button>;
  return { button, bar: may && <ListBar action={button} />, dialog: open && dialog(() => setOpen(false)) };
}
