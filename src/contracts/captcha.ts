/** popup: before something is written; bound: before a search (R32). */
export const CAPTCHA_KINDS = ['popup', 'bound'] as const;
export type CaptchaKind = (typeof CAPTCHA_KINDS)[number];

/** The slider's picture: units in which positions are told, whatever size it has on the screen. */
export const PICTURE_WIDTH = 320;
export const PICTURE_HEIGHT = 160;
/** Side of the piece's picture: its body and room for the bumps. */
export const PIECE_SIZE = 68;
/** How often a picture may be tried: fewer than it has gaps. */
export const CAPTCHA_TRIES = 2;
/** Seconds that a challenge can be solved, and again that its solution can be used. */
export const CAPTCHA_LIFETIME = 120;
/**
 * Seconds that a solved captcha serves for one keyword's pages and filters, and for how many
 * searches.
 */
export const SEARCH_LIFETIME = 600;
export const SEARCH_USES = 40;
/** In how many failures in a row to load the captcha one is passed by itself (R32). */
export const FAILURES_TO_PASS = 3;
/** Sent in place of a solution by a browser that couldn't load the captcha so often. */
export const UNREACHABLE = 'captcha-unreachable';
/** How many of those an account, and an address, has in an hour. */
export const PASSES_PER_HOUR = 3;
/** Points of a movement that are told at most. */
export const TRACK_MAX = 600;
/** Where NetEase Yidun's script is found, as their documentation has it, and whom it asks. */
export const YIDUN_SERVERS: readonly string[] = [
  'https://cstaticdun.126.net',
  'https://cstaticdun1.126.net',
];
export const YIDUN_API_HOSTS: readonly string[] = [
  'https://*.dun.163.com',
  'https://*.dun.163yun.com',
];
