import { type IconName, icons } from './icons.ts';

/** Icons of pages and forums that islands rarely need: they fetch this file. */
const forumIcons = {
  home: 'M3.5 9 10 3.5 16.5 9v7.5h-4.6v-4.6H8.1v4.6H3.5z',
  feed: 'M4.5 15.5v.01M4 10.5a5.5 5.5 0 0 1 5.5 5.5M4 5a11 11 0 0 1 11 11',
  pin: 'm12 3.2 4.8 4.8-2.4.6-2.9 2.9-.2 3.4-6.2-6.2 3.4-.2 2.9-2.9zM7.8 12.2l-4.3 4.3',
  film: 'M3 4h14v12H3zM6.5 4v12M13.5 4v12M3 8h3.5M3 12h3.5M13.5 8H17M13.5 12H17',
  monitor: 'M3 4h14v9.5H3zM10 13.5V17M6.5 17h7',
  disc: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  box: 'm10 2.8 6.3 3.6v7.2L10 17.2l-6.3-3.6V6.4zM3.7 6.4 10 10l6.3-3.6M10 10v7.2',
  network:
    'M7.3 3h5.4v4.2H7.3zM2.8 12.8h5.4V17H2.8zM11.8 12.8h5.4V17h-5.4zM10 7.2V10M5.5 12.8V10h9v2.8',
  battery: 'M2.5 6.2h13v7.6h-13zM17.6 8.8v2.4M5.4 9v2M8.2 9v2M11 9v2',
  layers: 'm10 2.8 7.2 3.7-7.2 3.7-7.2-3.7zM2.8 10.2 10 13.9l7.2-3.7M2.8 13.6 10 17.2l7.2-3.6',
  terminal: 'M3 4h14v12H3zM6 7.8l2.4 2.2L6 12.2M10.5 12.5H14',
  branch:
    'M6 7v6M6 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM6 13a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM14 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM14 8.5c0 2.8-2.6 3.4-7.8 4.5',
  book: 'M10 5.6C8.5 4.4 6 4 2.8 4v11c3.2 0 5.7.4 7.2 1.6 1.5-1.2 4-1.6 7.2-1.6V4C14 4 11.5 4.4 10 5.6zm0 0v11',
  brush:
    'M17 3c-3.8 1.3-8 5.4-9.6 9l.6.6c3.6-1.6 7.7-5.8 9-9.6zM7.3 12.2c-2.1-.3-2.5 1.5-2.6 2.5-.1.9-.7 1.5-1.7 1.8 2.8 1.2 5.9.2 5.7-3',
  gamepad:
    'M6.5 5.5h7a4 4 0 0 1 4 3.6l.4 4a2 2 0 0 1-3.7 1.2L13 12.5H7l-1.2 1.8a2 2 0 0 1-3.7-1.2l.4-4a4 4 0 0 1 4-3.6zM7 7.8v2.4M5.8 9h2.4M12.3 9.3v.01M14.2 8.2v.01',
  bulb: 'M7.5 13.3A5.2 5.2 0 0 1 5 8.8a5 5 0 0 1 10 0 5.2 5.2 0 0 1-2.5 4.5v1.2h-5zM8 17h4',
  cup: 'M4 8h10v5a3.5 3.5 0 0 1-3.5 3.5h-3A3.5 3.5 0 0 1 4 13zM14 9h1.2a2 2 0 0 1 0 4H14M7.3 3v2.2M10.7 3v2.2',
  door: 'M5 17V3.5h10V17M2.8 17h14.4M12 10.2v.01',
  calendar: 'M3 4.8h14v12H3zM3 8.8h14M7 3v3.2M13 3v3.2',
  flag: 'M5 17V3.5M5 4h10.5l-2.3 3.4 2.3 3.4H5',
  server: 'M3.5 3.5h13V9h-13zM3.5 11h13v5.5h-13zM6.5 6.2v.01M6.5 13.7v.01M10 6.2h3.5M10 13.7h3.5',
  cubes:
    'm10 2.6 3.6 2v4L10 10.6l-3.6-2v-4zM6 10.5l3.6 2v3.3L6 17.6l-3.6-1.8v-3.3zM14 10.5l3.6 2v3.3L14 17.6l-3.6-1.8v-3.3z',
  shield: 'm10 2.8 6.2 2.3v4.4c0 3.7-2.5 6.3-6.2 7.7-3.7-1.4-6.2-4-6.2-7.7V5.1z',
  building: 'M4 17V3.5h8V17M12 8h4v9M2.5 17h15M7 7h2M7 10h2M7 13h2',
} as const;

export type AnyIconName = IconName | keyof typeof forumIcons;

const every: Readonly<Record<string, string>> = { ...icons, ...forumIcons };

/** The path of an icon; undefined for an unknown name. */
export const shapeOf = (name: string): string | undefined => every[name];

/** The icon of a forum; a speech bubble for an unknown name. */
export const forumIcon = (name: string): AnyIconName =>
  name in every ? (name as AnyIconName) : 'comment';
