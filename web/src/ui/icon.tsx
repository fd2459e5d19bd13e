/** Line icons on a 24 by 24 grid, in the colour of the surrounding text. Hidden from screen readers. */

const PATHS = {
  alert: 'M12 8v5m0 3.5v.1M12 3l9.5 17h-19z',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6-6-6 6 6 6',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6m-13.5 0h15M10 20.5h4M12 5V3',
  block: 'M12 2.8 20 7.4v9.2L12 21.2 4 16.6V7.4zM4 7.4l8 4.6 8-4.6M12 12v9.2',
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14c-3.5 0-6.5.5-8.5 2zm0 0v14',
  chart: 'M4 20V4m0 16h16M8.5 16v-4m4 4V8m4 8v-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm7 10 5 5 5-5',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8.5 7-5 5 5 5m7-10 5 5-5 5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9.5 13h6m-6 4h6',
  dots: 'M5.5 12h.1m6.3 0h.1m6.3 0h.1',
  download: 'M12 4v11m-5-4.5 5 5 5-5M4.5 20h15',
  error: 'M12 7.5v5.5m0 3v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  external: 'M14 4h6v6m0-6-9 9M10 5H5v14h14v-5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M4 4l16 16M9.5 5.8c.8-.2 1.6-.3 2.5-.3 6 0 9.5 6.5 9.5 6.5s-.9 1.7-2.6 3.3M6 7.6C3.7 9.3 2.5 12 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1M10 10.2a3 3 0 0 0 4 4',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18z',
  history: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5M12 8v4.5l3 1.7',
  home: 'M4 11.5 12 4.5l8 7V20h-5.5v-5h-5v5H4z',
  info: 'M12 11v5.5m0-8.5v-.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  key: 'M14.5 4a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10.6 13.4 4 20m2.5-2.5L9 20',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  logout: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H10',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  passkey:
    'M9.5 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3 20c.5-3.7 3-5.5 6.5-5.5 1 0 1.9.1 2.7.4M17.5 9a3 3 0 0 0-1.2 5.7V20l1.2 1.3 1.7-1.7-1-1.1 1-1.1-1-1.2v-1.5A3 3 0 0 0 17.5 9z',
  people:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.6-3.6 3.1-5.4 6.5-5.4s5.9 1.8 6.5 5.4M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.6c2.2.7 3.6 2.3 4 4.9',
  phone: 'M7 2.5h10v19H7zM10.5 18.5h3',
  plus: 'M12 5v14M5 12h14',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2m4-2v.1M14 20h.1M17 17v3h3v-2',
  refresh: 'M20 12a8 8 0 1 1-2.5-5.8M20 4v4.5h-4.5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2 20.5 20.5',
  settings:
    'M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8.5 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  shield: 'M12 3l7.5 2.5V12c0 4.5-3.2 7.7-7.5 9-4.3-1.3-7.5-4.5-7.5-9V5.5zM8.5 12l2.5 2.5 4.5-5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  system: 'M3.5 5h17v11h-17zM9 20h6m-3-4v4',
  trash: 'M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10 11v5.5m4-5.5v5.5',
  upload: 'M12 16V4.5M7 9l5-5 5 5M4.5 15.5V20h15v-4.5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 2.6 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
