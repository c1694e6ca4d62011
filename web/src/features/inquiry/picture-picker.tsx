import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { dataAddress } from "#shared/ui/pictures.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import classes from "./inquiry.module.css";

/** The files that the api takes, and how many a message has. It decides; this only spares a member the way. */
const TYPES = ["image/png", "image/jpeg", "image/webp"];
const BYTES_MAX = 5 * 1024 * 1024;
const MOST = 3;
/** A picture over a slow line. */
const TIMEOUT_MS = 60_000;

interface Picked {
  idx: number;
  name: string;
  address: string;
}

/** The pictures that a member adds to a message: uploaded when they are chosen, sent with the message by their ids. */
export function usePictures() {
  const [picked, setPicked] = useState<Picked[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const add = async (files: File[]) => {
    setError(null);
    const wrong = files.some((file) => !TYPES.includes(file.type) || file.size > BYTES_MAX);
    if (wrong || picked.length + files.length > MOST) return setError("file");
    setBusy(true);
    try {
      for (const file of files) {
        const { idx } = await api.call("/api/board/qna/image/save", file, { timeout: TIMEOUT_MS });
        const address = await dataAddress(file);
        setPicked((before) => [...before, { idx, name: file.name, address }]);
      }
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  const remove = (idx: number) => setPicked((before) => before.filter((one) => one.idx !== idx));
  const clear = () => setPicked([]);
  return { picked, ids: picked.map(({ idx }) => idx), busy, error, add, remove, clear };
}

/** Chooses pictures for a message and shows those that are chosen. */
export function PicturePicker({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const { t } = useTranslation("inquiry");
  const input = useRef<HTMLInputElement>(null);
  const { picked, busy, error, add, remove } = pictures;
  return (
    <div className={classes.pictures}>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t("picture.add")}
        accept={TYPES.join()}
        multiple
        onChange={(event) => {
          void add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      {picked.length > 0 && (
        <ul className={classes.picked}>
          {picked.map(({ idx, name, address }) => (
            <li key={idx}>
              <img src={address} alt={name} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={t("picture.remove", { name })}
                icon={<Icon name="close" size={16} />}
                onClick={() => remove(idx)}
              >
                {t("picture.removeShort")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.adding}>
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          disabled={picked.length >= MOST}
          icon={<Icon name="plus" size={16} />}
          onClick={() => input.current?.click()}
        >
          {t("picture.add")}
        </Button>
        <span className={classes.note}>{t("picture.hint")}</span>
      </div>
      {error === "file" ? (
        <Fault>{t("picture.wrong")}</Fault>
      ) : (
        <Refusal error={error} words={() => t("picture.failed")} />
      )}
    </div>
  );
}
