import { Skeleton } from "#shared/ui/skeleton.tsx";

/** Where the member's list of today stands, as large as the list with its usual lines. */
export function MemberTodayPlace() {
  return <Skeleton height="25.25rem" radius="var(--radius-l)" />;
}
