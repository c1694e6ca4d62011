import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../field.tsx";
import { SelectField } from "../select-field.tsx";
import { useTitle } from "../title.ts";
import classes from "./list-page.module.css";

/** One or two sentences above a list. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>;
}

interface ListPageProps {
  title: string;
  lead?: ReactNode;
  /** The open row of the list, in full: beside the list where there is room, else above it. */
  aside?: { label: string; content: ReactNode; wide?: boolean };
  /** The filters of the list: a ListBar or tabs. */
  filters?: ReactNode;
  children: ReactNode;
}

/** A page of the back office that shows a list: heading, filters, the list, and beside it what is open. */
export function ListPage({ title, lead, aside, filters, children }: ListPageProps) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      {lead && <Lead>{lead}</Lead>}
      {filters}
      {aside ? (
        <div className={`${classes.columns} ${aside.wide ? classes.even : ""}`}>
          {children}
          <aside className={classes.aside} aria-label={aside.label}>
            {aside.content}
          </aside>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

interface ListBarProps {
  /** The text that the list is searched for; the page keeps it in its address. */
  search?: { label?: string; value: string; onChange(value: string): void; placeholder?: string };
  /** Further filters. */
  children?: ReactNode;
  /** The button that adds a row to the list. */
  action?: ReactNode;
}

/** The bar above a list: the search field, further filters, and at its end the button that adds a row. */
export function ListBar({ search, children, action }: ListBarProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={classes.bar}>
      {(search || children) && (
        <search className={classes.filters}>
          {search && <Field type="search" label={t("filter.search")} {...search} />}
          {children}
        </search>
      )}
      {action}
    </div>
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** Undefined shows all. */
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange(value: string): void;
}

/** A filter of one choice or all. "all" is no value of an address: searchOf reads it as the default. */
export function FilterSelect<Value extends string>({ label, value, options, onChange }: FilterSelectProps<Value>) {
  const { t } = useTranslation("admin");
  return (
    <SelectField
      label={label}
      value={value ?? "all"}
      onChange={onChange}
      options={[{ value: "all", label: t("filter.all") }, ...options]}
    />
  );
}
