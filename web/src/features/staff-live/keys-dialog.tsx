import { useTranslation } from "react-i18next";
import { Dialog } from "#shared/ui/dialog.tsx";
import classes from "./live.module.css";

const keys = [
  ["j", "keys.next"],
  ["k", "keys.previous"],
  ["Enter", "keys.detail"],
  ["a", "action.approve"],
  ["h", "action.hold"],
  ["r", "keys.refuse"],
  ["m", "message.open"],
  ["/", "filter.search"],
  ["?", "keys.open"],
] as const;

/** Which key does what. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("admin");
  return (
    <Dialog title={t("keys.open")} onClose={onClose}>
      <dl className={classes.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
