import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartner } from "#shared/partner/session.ts";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import { type Happened, happenedAtom } from "./events.ts";
import classes from "./live-panel.module.css";
import { kindsFor } from "./rights.ts";
import { type Heard, useSound } from "./sound.ts";

const texts = {
  join: "live.join",
  login: "live.login",
  leave: "live.leave",
  in: "live.in",
  out: "live.out",
  payout: "live.payout",
  bet: "live.bet",
} as const satisfies Record<Heard, string>;

/** The events below while the page is open, the newest first, and which kinds of it are heard; nothing for a person who may see none. */
export function LivePanel() {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const happened = useAtomValue(happenedAtom);
  const [sounds, setSound] = useSound();
  const kinds = kindsFor(usePartner()?.agent.rights ?? []);
  const words = ({ kind, memId, amount }: Happened) => t(texts[kind], { memId, amount: format.money(amount) });
  if (kinds.length === 0) return null;
  return (
    <section aria-label={t("live.title")} className={classes.panel}>
      <h2>{t("live.title")}</h2>
      {happened.length === 0 && <p className={classes.dim}>{t("live.none")}</p>}
      <ol ref={scrollStop} aria-live="polite" className={classes.list}>
        {happened.map((one) => (
          <li key={one.id}>
            <span>{words(one)}</span>
            <time className={classes.dim} dateTime={new Date(one.at).toISOString()}>
              {format.moment(new Date(one.at).toISOString())}
            </time>
          </li>
        ))}
      </ol>
      <fieldset className={classes.sounds}>
        <legend>{t("live.sound")}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`live.sound.${kind}`)}
            checked={sounds.includes(kind)}
            onChange={(on) => setSound(kind, on)}
          />
        ))}
      </fieldset>
    </section>
  );
}
