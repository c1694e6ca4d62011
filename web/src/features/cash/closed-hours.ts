function minutes(clock: string): number {
  const [hour = "0", minute = "0"] = clock.split(":");
  return Number(hour) * 60 + Number(minute);
}

/**
 * Whether withdrawals rest at this moment (C011, D-17). `from` and `to` are HH:mm on the site's clock and may span midnight;
 * two equal ends mean that they never rest.
 */
export function isClosed(from: string, to: string, timeZone: string, now: Date): boolean {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, hour: "2-digit", minute: "2-digit" }).format(now);
  const [at, start, end] = [minutes(clock), minutes(from), minutes(to)];
  if (start === end) return false;
  return start < end ? at >= start && at < end : at >= start || at < end;
}
