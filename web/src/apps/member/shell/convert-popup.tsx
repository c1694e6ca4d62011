import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { ConvertDialog } from "#features/point/convert-dialog.tsx";
import { putBalance, useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";

/** The conversion popup over whatever page is open. */
export function ConvertPopup() {
  const { t } = useTranslation("point");
  const client = useQueryClient();
  const site = useSite();
  const balance = useBalance();
  const setOpen = useSetAtom(convertOpenAtom);
  if (!site || !balance) return null;
  const close = () => setOpen(false);
  return (
    <ConvertDialog
      limits={site}
      points={balance.pointAmt}
      history={
        <Link to={paths.point} onClick={close}>
          {t("convert.history")}
        </Link>
      }
      onBalance={(next) => putBalance(client, next)}
      onClose={close}
    />
  );
}
