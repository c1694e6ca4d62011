import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { type Fact, Facts } from "../facts.tsx";
import { Money } from "../money.tsx";
import { Fault } from "../refusal.tsx";
import { StatusPill } from "../status-pill.tsx";
import classes from "./decision-card.module.css";

export interface DecisionCardProps {
  /** The kind of request: "Withdrawal". */
  title: string;
  /** The member, as a link to their page where there is one. */
  who: ReactNode;
  amount: number;
  /** The verb with the amount: "Pay ₩120,000". */
  approve: string;
  /** How long it has waited, in words; warm once it is too long. */
  age: string;
  late?: boolean;
  /** The warnings to read before deciding: first time, same device, held account. */
  flags?: readonly { tone: "busy" | "bad" | "info"; text: string }[];
  /** The facts that the decision needs, in groups. */
  groups: readonly { name: string; facts: readonly Fact[] }[];
  /** The colleague who has it open. No other colleague can decide then. */
  holder?: string;
  /** Further buttons, before those of the decision. */
  more?: ReactNode;
  /** A second person was asked, who decides now: it cannot be approved here again. */
  approveOff?: boolean;
  busy?: boolean;
  /** The buttons stay in sight where the card is longer than its place. */
  pinned?: boolean;
  /** Why the decision did not go through, in words. */
  fault?: string;
  onApprove(): void;
  /** Begins a refusal: the page asks for its reason. */
  onRefuse(): void;
}

/** One request with all that deciding on it needs. With the focus on the card, A approves and R begins a refusal. */
export function DecisionCard(props: DecisionCardProps) {
  const {
    title,
    who,
    amount,
    approve,
    age,
    late = false,
    flags = [],
    groups,
    holder,
    busy = false,
    approveOff = false,
    fault,
  } = props;
  const { t } = useTranslation("office");
  const heading = useId();
  const held = holder !== undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
    if (typing || held || busy || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "a" && !approveOff) props.onApprove();
    else if (event.key === "r") props.onRefuse();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus is on the card while its keys are used
    <article className={classes.card} aria-labelledby={heading} tabIndex={0} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <div>
          <h3 id={heading}>{title}</h3>
          <p>{who}</p>
        </div>
        <div className={classes.sum}>
          <Money amount={amount} size="xl" />
          <StatusPill tone={late ? "busy" : "calm"}>{age}</StatusPill>
        </div>
      </header>
      {flags.length > 0 && (
        <ul className={classes.flags}>
          {flags.map(({ tone, text }) => (
            <li key={text}>
              <StatusPill tone={tone}>{text}</StatusPill>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.groups}>
        {groups.map(({ name, facts }) => (
          <section key={name}>
            <h4>{name}</h4>
            <Facts facts={facts} />
          </section>
        ))}
      </div>
      {fault !== undefined && <Fault box>{fault}</Fault>}
      {held ? (
        <p className={classes.held}>{t("decision.held", { name: holder })}</p>
      ) : (
        <div className={classes.buttons} data-pinned={props.pinned}>
          {props.more}
          <Button variant="quiet" disabled={busy} onClick={props.onRefuse}>
            {t("decision.refuse")} <kbd>R</kbd>
          </Button>
          <Button busy={busy} disabled={approveOff} onClick={props.onApprove}>
            {approve} <kbd>A</kbd>
          </Button>
        </div>
      )}
    </article>
  );
}
