import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { memberListQuery } from "#features/staff-members/members.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { useStaff } from "#shared/staff/session.ts";
import { CommandPalette } from "#shared/ui/office/command-palette.tsx";
import { useRest } from "#shared/use-rest.ts";
import { pagesFor } from "./pages.ts";

/** Members are looked for by at least so many letters. */
const LEAST = 2;
const MOST = 6;

/** Goes to a page that the current user may open, or to a member by a part of the ID, nickname, name or phone. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("admin");
  const router = useRouter();
  const rights = useStaff()?.admin.rights ?? [];
  const [typed, setTyped] = useState("");
  const mayMembers = rights.includes("member");
  const text = typed.trim();
  const asked = useRest(text);
  const looks = mayMembers && text.length >= LEAST;
  const settled = looks && asked === text;
  const members = useQuery({ ...memberListQuery("", 0, asked, 1), enabled: settled });
  // Enter must not open a member of the query before.
  const found = settled && !members.isPlaceholderData ? (members.data?.list ?? []).slice(0, MOST) : [];
  return (
    <CommandPalette
      commands={pagesFor(rights).map(({ to, text: name, icon, group }) => ({
        key: to,
        label: t(name),
        group: t(`nav.group.${group}`),
        icon,
      }))}
      found={found.map(({ memId, memNick, phone }) => ({
        key: staffPaths.members + router.options.stringifySearch({ q: memId, member: memId }),
        label: memId,
        group: [memNick, phone].filter(Boolean).join(" · "),
        icon: "user",
      }))}
      busy={looks && (!settled || members.isFetching)}
      hint={t(mayMembers ? "palette.hint" : "palette.hintPages")}
      onQuery={setTyped}
      onRun={(href) => void router.navigate({ href })}
      onClose={onClose}
    />
  );
}
