import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import { receiptNumber } from "#shared/receipt/number.ts";
import { richOf } from "#shared/rich.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Pictures } from "#shared/ui/pictures.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { GuestFacts } from "./guest-facts.tsx";
import { type Inquiry, loadPicture, threadQuery, useAnswer, useClose } from "./inquiries.ts";
import { SamplePicker } from "./sample-picker.tsx";
import { withSample } from "./samples.ts";

const CONTENT_MAX = 10_000;

/** One inquiry, what was answered, and a field to answer it. */
export function InquiryDetail({ inquiry, onDone }: { inquiry: Inquiry; onDone(): void }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const toast = useToast();
  const answer = useAnswer();
  const close = useClose();
  const answered = inquiry.answeredAt !== null;
  const closed = inquiry.status === "closed";
  const { memId, guest } = inquiry;
  const form = useAppForm({
    defaultValues: { answer: "" },
    check: (typed) => ({ answer: typed.answer.trim() === "" && t("inquiry.missing") }),
    onSubmit: (typed) => answer.mutateAsync({ idx: inquiry.idx, content: richOf(typed.answer) }),
    onDone: () => {
      toast({
        tone: "done",
        text: guest
          ? t("inquiry.done.guest", { number: receiptNumber("G", inquiry.idx) })
          : t("inquiry.done", { memId }),
      });
      onDone();
    },
    fieldOf: () => "answer",
  });
  return (
    <>
      <div>
        <h2>{inquiry.title}</h2>
        <p className={classes.dim}>
          {guest ? (
            <StatusPill tone="info">{t("inquiry.guest")}</StatusPill>
          ) : (
            <NavLink to={`${staffPaths.members}?member=${memId}`} className={undefined}>
              {memId}
            </NavLink>
          )}
          {" · "}
          {format.dateTime(inquiry.createdAt)}
        </p>
      </div>
      {guest && <GuestFacts idx={inquiry.idx} guest={guest} />}
      <RichText html={inquiry.content} />
      {!guest && <Thread idx={inquiry.idx} />}
      {answered && (
        <div className={classes.quote}>
          <RichText html={inquiry.answer} />
          <p className={classes.dim}>
            {t("inquiry.given", {
              by: inquiry.answeredBy === "auto" ? t("inquiry.auto") : inquiry.answeredBy,
              at: inquiry.answeredAt ? format.dateTime(inquiry.answeredAt) : "",
            })}
          </p>
        </div>
      )}
      {answered && !guest && (
        <div className={classes.form}>
          {closed && <p className={classes.dim}>{t("inquiry.closed.text")}</p>}
          <div className={classes.buttons}>
            <Button
              variant="quiet"
              size="sm"
              busy={close.isPending}
              onClick={() => close.mutate({ idx: inquiry.idx, closed: !closed })}
            >
              {t(closed ? "inquiry.reopen" : "inquiry.close")}
            </Button>
          </div>
          <Refusal error={close.error} />
        </div>
      )}
      {!closed && (
        <>
          <SamplePicker
            lang={inquiry.lang}
            onPick={(text) => form.setValue("answer", withSample(form.getValues("answer"), text))}
          />
          <Form form={form} className={classes.form}>
            <FormTextArea
              control={form.control}
              name="answer"
              label={answered ? t("inquiry.field.again") : t(guest ? "inquiry.field.guest" : "inquiry.field")}
              rows={answered ? 4 : 8}
              maxLength={CONTENT_MAX}
              hint={t(guest ? "inquiry.hint.guest" : "inquiry.hint", {
                language: isLanguage(inquiry.lang) ? languages[inquiry.lang].name : inquiry.lang,
              })}
            />
            <Button type="submit" busy={form.busy}>
              {t("inquiry.send")}
            </Button>
          </Form>
        </>
      )}
    </>
  );
}

/** The pictures of the question, and what member and staff wrote after it. */
function Thread({ idx }: { idx: number }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useQuery(threadQuery(idx));
  const label = (place: number) => t("inquiry.picture", { place });
  return (
    <QueryView compact query={query} skeleton={<Skeleton height="4rem" />}>
      {({ images, messages }) => (
        <>
          <Pictures pictures={images} load={loadPicture} label={label} />
          {messages.map((message) => (
            <div
              key={`${message.createdAt}${message.staff}`}
              className={message.staff === "" ? undefined : classes.quote}
            >
              <RichText html={message.content} />
              <Pictures pictures={message.images} load={loadPicture} label={label} />
              <p className={classes.dim}>
                {message.staff === ""
                  ? format.dateTime(message.createdAt)
                  : t("inquiry.given", { by: message.staff, at: format.dateTime(message.createdAt) })}
              </p>
            </div>
          ))}
        </>
      )}
    </QueryView>
  );
}
