import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "./error-state.tsx";
import classes from "./query-view.module.css";

/** The part of a query's result that QueryView needs; the result of useQuery fits. */
export interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  refetch(): unknown;
}

interface QueryViewProps<Data> {
  query: Answer<Data>;
  /** As large as the content that will come. */
  skeleton: ReactNode;
  children(data: Data): ReactNode;
  compact?: boolean;
}

const SLOW_MS = 3_000;

/** Says that it takes longer than usual, once it does. */
function Slow() {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={classes.slow} aria-live="polite">
      {slow && t("slow")}
    </p>
  );
}

/** Draws server data in its states: loading, slow, failing, present. Data on the page stays while it is fetched again. */
export function QueryView<Data>({ query, skeleton, children, compact = false }: QueryViewProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} compact={compact} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.loading}>
      <span className="visually-hidden">{t("loading")}</span>
      {skeleton}
      <Slow />
    </div>
  );
}
