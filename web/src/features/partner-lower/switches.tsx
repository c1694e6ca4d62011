import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePartnerRight } from "#shared/partner/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./lower.module.css";
import { type Card, isOff, partOf, type Switch, switches } from "./lower.ts";
import { TurnDialog } from "./turn-dialog.tsx";

/** The switches of an account. One that staff, the member or an upper partner set is shown, and cannot be changed. */
export function Switches({ card }: { card: Card }) {
  const { t } = useTranslation("partner-lower");
  const may = usePartnerRight("lower.modify");
  const [turned, setTurned] = useState<{ name: Switch; off: boolean } | null>(null);
  const names = switches.filter((name) => name !== "recommend" || card.partner);
  const own = (name: (typeof switches)[number]) =>
    card.switched.find(({ part }) => part === partOf(name))?.own ?? false;
  const fixed = (name: (typeof switches)[number]) => {
    const given = partOf(name) === "status" ? card.status !== "normal" : isOff(card, name);
    return given && !own(name);
  };
  return (
    <section className={classes.part}>
      <h3>{t("switches")}</h3>
      <ul className={classes.switches}>
        {names.map((name) => {
          const off = isOff(card, name);
          const by = card.switched.find(({ part, own: mine }) => mine && part === partOf(name));
          return (
            <li key={name}>
              <span>{t(`switch.${name}`)}</span>
              <StatusPill tone={off ? "bad" : "good"}>{t(word(name, off))}</StatusPill>
              {fixed(name) && <small className={classes.dim}>{t("fixed")}</small>}
              {off && by && <small className={classes.dim}>{`${by.partner} · ${by.reason}`}</small>}
              {may && !fixed(name) && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-haspopup="dialog"
                  aria-label={`${t(`switch.${name}`)}: ${t(verb(name, off))}`}
                  onClick={() => setTurned({ name, off: !off })}
                >
                  {t(verb(name, off))}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {may && (
        <div>
          <Button size="sm" variant="quiet" onClick={() => setTurned({ name: "logout", off: true })}>
            {t("switch.logout")}
          </Button>
        </div>
      )}
      {turned && <TurnDialog card={card} {...turned} onClose={() => setTurned(null)} />}
    </section>
  );
}

/** The state of a switch in words. */
function word(name: (typeof switches)[number], off: boolean) {
  if (partOf(name) === "status") return off ? "given" : "notGiven";
  return off ? "off" : "on";
}

/** The verb on the button of a switch. */
function verb(name: (typeof switches)[number], off: boolean) {
  if (partOf(name) === "status") return off ? "lift" : "give";
  return off ? "turnOn" : "turnOff";
}
