/** Browsers by a mark that only they have; the order counts, because each claims to be those below it. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bWhale\//, "Whale"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The names by which a member recognises a device. They are proper names, the same in every language; null: not known. */
export interface DeviceName {
  browser: string | null;
  system: string | null;
  phone: boolean;
}

export function deviceName(userAgent: string): DeviceName {
  const first = (list: [RegExp, string][]) => list.find(([mark]) => mark.test(userAgent))?.[1] ?? null;
  return {
    browser: first(BROWSERS),
    system: first(SYSTEMS),
    phone: /\bMobile\b|\bAndroid\b|\biPhone\b/.test(userAgent),
  };
}
