const strokes = {
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.500L19 7",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.01",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8v.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0",
  wallet: "M4 7.500A2.5 2.5 0 0 1 6.5 5H17v4M4 7.500V17a2 2 0 0 0 2 2h14V9H6a2 2 0 0 1-2-1.500M16 14v.01",
  deposit: "M12 4v11M7 10.500l5 5 5-5M4 20h16",
  withdraw: "M12 15.500v-11M7 9l5-5 5 5M4 20h16",
  home: "M4 11.500L12 5l8 6.500M6 10v9h4.500v-5h3v5H18v-9",
  mail: "M4 6h16v12H4zM4 7l8 6.500L20 7",
  bell: "M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 20.500h4",
  speaker: "M4 10v4h3l6 4.500v-13L7 10zM17 9q2.5 3 0 6",
  mute: "M4 10v4h3l6 4.500v-13L7 10zM17 10l4 4M21 10l-4 4",
  globe: "M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M3.5 12h17M12 3.500q-5 8.5 0 17q5-8.5 0-17",
  eye: "M2.5 12q9.5-12 19 0q-9.5 12-19 0M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5",
  "eye-off": "M2.5 12q9.5-12 19 0q-9.5 12-19 0M5 19L19 5",
  chevron: "M8 10l4 4 4-4",
  back: "M14 7l-5 5 5 5",
  next: "M10 7l5 5-5 5",
  search: "M10.5 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5",
  swap: "M4 9h14l-4-4M20 15H6l4 4",
  history: "M4.5 12a7.5 7.5 0 1 0 2.5-5.600L4 9M4 4.500V9h4.500M12 8v4.500l3 2",
  refresh: "M19 12a7 7 0 1 1-2.1-5M17 3.500V7.500h-4",
  settings: "M5 7h8M17 7h2M5 17h2M11 17h8M15 5v4M9 15v4",
  logout: "M10 5H5v14h5M14 8l4 4-4 4M9 12h9",
  gift: "M4 10h16v4H4zM5.5 14v6h13v-6M12 10v10M12 10q-6-1-4-4.500T12 10q2-8 4-4.500T12 10",
  star: "M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.500L12 16.3 7 19l1.1-5.500L4 9.7 9.6 9z",
  slots: "M4 6h16v12H4zM9.3 6v12M14.7 6v12M6 11h1.500M11.2 11h1.500M16.5 11H18",
  cards: "M8 5h8v14H8zM5 7.500v9M19 7.500v9M12 9.500l2 2.5-2 2.5-2-2.500z",
  ball: "M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 8l3.8 2.8-1.5 4.400H9.700l-1.5-4.400z",
  dice: "M5 5h14v14H5zM9 9v.01M15 15v.01M12 12v.01M15 9v.01M9 15v.01",
  pad: "M8 8h8a5 5 0 0 1 0 9c-1.5 0-2-1.5-4-1.500S9.5 17 8 17a5 5 0 0 1 0-9M8.5 11v3M7 12.500h3M15.5 12.500v.01",
  screen: "M4 5.500h16v10.500H4zM9 20h6M12 16v4M10.5 8.500l4 2.3-4 2.200z",
  fish: "M4 12q6-7 12-1l4-3v8l-4-3q-6 6-12-1M9 11.500v.01",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.500M12 19.500V21M3 12h1.500M19.5 12H21M5.6 5.600l1 1M17.4 17.400l1 1M18.4 5.600l-1 1M6.6 17.400l-1 1",
  moon: "M19 14.500A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  send: "M4 12L20 4l-5 16-4-6.500zM11 13.500L20 4",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13",
  question:
    "M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M9.5 9.500a2.5 2.5 0 1 1 3.5 2.300q-1 .5-1 1.700M12 16.500v.01",
  talk: "M4 5.500h12v8.500H9l-3.5 3v-3H4zM19 9h1v8.500h-1v2.5l-3-2.500h-5",
  chat: "M5 13v-1a7 7 0 0 1 14 0v1M4.500 13h3v5.500h-3zM16.500 13h3v5.500h-3zM18 18.500q0 2.500-4.500 2.500",
  calendar: "M5 6h14v14H5zM5 10h14M9 4v4M15 4v4",
  chart: "M4 4v16h16M8 16v-4M12 16V8M16 16v-6",
  page: "M7 3.500h7.500L18 7v13.500H7zM14 3.500V7.500h4M10 12h5M10 16h5",
  people:
    "M9 5a3.5 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M3 19.500a6 6 0 0 1 12 0M15.500 5.500a3.200 3.200 0 0 1 0 6.200M17.500 14.500a5.500 5.500 0 0 1 3.500 5",
  pause: "M8.5 6v12M15.5 6v12",
  play: "M8 5.500l10.5 6.500L8 18.500z",
  device: "M4 5h16v11H4zM2.5 19.500h19",
  phone: "M8 3.500h8v17H8zM11 17.500h2",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  plus: "M12 5v14M5 12h14",
  block: "M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M6 6l12 12",
  offline:
    "M4 4l16 16M8 12.500a6 6 0 0 1 2.5-1.400M15.5 12a6 6 0 0 1 1 .700M5 9.500a10 10 0 0 1 3-2M12 6.500a10 10 0 0 1 7 3M12 17v.01",
} as const;

export type IconName = keyof typeof strokes;

export const iconNames = Object.keys(strokes) as IconName[];

/** Line icons of one weight. Beside a text they say nothing of their own; alone, their button has a label. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
