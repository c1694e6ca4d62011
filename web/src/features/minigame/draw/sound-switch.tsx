import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { useDrawSound } from "./sound.ts";
import classes from "./sound-switch.module.css";

/** Switches the sounds of draws on and off, on this device. */
export function SoundSwitch() {
  const { t } = useTranslation("minigame");
  const [on, setOn] = useDrawSound();
  return (
    <button type="button" role="switch" aria-checked={on} className={classes.switch} onClick={() => setOn(!on)}>
      <Icon name={on ? "speaker" : "mute"} size={18} />
      {t("sound")}
    </button>
  );
}
