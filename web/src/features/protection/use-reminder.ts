import { useQuery } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { useEffect } from "react";
import { reminderAtom } from "./atoms.ts";
import { figuresQuery } from "./protection.ts";

/** Shows a reminder that came while no page was open, or while the socket was down. */
export function useReminder(): void {
  const open = useQuery(figuresQuery).data?.open === true;
  const show = useSetAtom(reminderAtom);
  useEffect(() => {
    if (open) show((reminder) => reminder ?? "time");
  }, [open, show]);
}
