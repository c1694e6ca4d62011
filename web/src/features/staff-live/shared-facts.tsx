import { useTranslation } from "react-i18next";
import { MemberLink } from "#shared/staff/member-link.tsx";
import type { Fact } from "#shared/ui/facts.tsx";
import type { Background } from "./background.tsx";
import classes from "./live.module.css";

/** How many accounts are named; the others are counted. */
const NAMED = 4;

function Accounts({ accounts, more }: { accounts: Background["shared"]; more: boolean }) {
  const rest = accounts.length - NAMED;
  return (
    <span className={classes.accounts}>
      {accounts.slice(0, NAMED).map(({ memId }) => (
        <MemberLink key={memId} memId={memId} />
      ))}
      {rest > 0 && <span>{`+${rest}${more ? "…" : ""}`}</span>}
    </span>
  );
}

/** The other accounts that share an address, a browser or a bank account with the member: how many, and who. */
export function useSharedFacts(): (background: Background) => Fact[] {
  const { t } = useTranslation("admin");
  return ({ shared, sharedMore }) =>
    (["account", "device", "address"] as const).flatMap((what) => {
      const accounts = shared.filter((one) => one[what]);
      const more = sharedMore && what === "address";
      return accounts.length === 0
        ? []
        : [
            {
              name: `${t(`decide.${what}`)} · ${accounts.length}${more ? "+" : ""}`,
              value: <Accounts accounts={accounts} more={more} />,
            },
          ];
    });
}
