import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormCheckbox, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { isPicture, PICTURE_MAX } from "./facts.ts";
import { useStale } from "./offer-switch.tsx";
import { type OfferedGame, useChangeGame } from "./offers.ts";
import { useGameName } from "./use-game-name.ts";

const MAX_POSITION = 9_999;

function positionOf(typed: string): number | null {
  const position = Number(typed);
  return /^\d{1,4}$/.test(typed.trim()) && position <= MAX_POSITION ? position : null;
}

/** Changes how a game is shown in its lobby: its place, its badges and its picture. */
export function GameDialog({ game, onClose }: { game: OfferedGame; onClose(): void }) {
  const { t } = useTranslation("offer");
  const toast = useToast();
  const stale = useStale();
  const change = useChangeGame();
  const name = useGameName()(game);
  const form = useAppForm({
    defaultValues: { ord: String(game.ord), isNew: game.isNew, isHot: game.isHot, thumbnail: game.thumbnail },
    check: ({ ord, thumbnail }) => ({
      ord: positionOf(ord) === null && t("badPosition"),
      thumbnail: !isPicture(thumbnail) && t("badPicture"),
    }),
    onSubmit: ({ ord, isNew, isHot, thumbnail }) =>
      change.mutateAsync({
        code: game.code,
        gameVersion: game.gameVersion,
        ord: positionOf(ord) ?? game.ord,
        isNew,
        isHot,
        thumbnail: thumbnail.trim(),
      }),
    onDone: () => {
      toast({ tone: "done", text: t("saved", { name }) });
      onClose();
    },
    words: stale,
  });
  const { control } = form;
  return (
    <Dialog title={t("editTitle", { name })} onClose={onClose}>
      <Form form={form} className={staff.form} autoComplete="off">
        <p className={staff.dim}>{t("editText")}</p>
        <FormField
          control={control}
          name="ord"
          label={t("position")}
          inputMode="numeric"
          maxLength={4}
          hint={t("positionHint")}
        />
        <FormField
          control={control}
          name="thumbnail"
          label={t("picture")}
          maxLength={PICTURE_MAX}
          hint={t("pictureHint")}
        />
        <div className={staff.choices}>
          <FormCheckbox control={control} name="isNew" label={t("isNew")} />
          <FormCheckbox control={control} name="isHot" label={t("isHot")} />
        </div>
        <Refusal box error={form.refusal} words={stale} />
        <Button type="submit" busy={form.busy}>
          {t("save")}
        </Button>
      </Form>
    </Dialog>
  );
}
