/** popup: before something is written; bound: before a search (R32). */
export const CAPTCHA_KINDS = ['popup', 'bound'] as const;
export type CaptchaKind = (typeof CAPTCHA_KINDS)[number];

/** The slider's picture: units in which positions are told, whatever size it has on the screen. */
export const PUZZLE_WIDTH = 320;
export const PUZZLE_HEIGHT = 160;
/** Side of the piece's picture: its body and room for the bumps. */
export const PIECE_SIZE = 68;
/** How often a picture may be tried: fewer than it has gaps. */
export const MAX_PUZZLE_TRIES = 2;
/** Seconds that a challenge can be solved, and again that its solution can be used. */
export const CAPTCHA_LIFETIME_SECONDS = 120;
/**
 * Seconds that a solved captcha serves for one keyword's pages and filters, and for how many
 * searches.
 */
export const SEARCH_CAPTCHA_SECONDS = 600;
export const MAX_SEARCHES_PER_CAPTCHA = 40;
/** In how many failures in a row to load the captcha one is passed by itself (R32). */
export const LOAD_FAILURES_TO_PASS = 3;
/** Sent in place of a solution by a browser that couldn't load the captcha so often. */
export const CAPTCHA_UNREACHABLE = 'captcha-unreachable';
/** How many of those an account, and an address, has in an hour. */
export const MAX_UNREACHABLE_PER_HOUR = 3;
/** Points of a movement that are told at most. */
export const MAX_TRACK_POINTS = 600;
/** Where NetEase Yidun's script is found, as their documentation has it, and whom it asks. */
export const YIDUN_SERVERS: readonly string[] = [
  'https://cstaticdun.126.net',
  'https://cstaticdun1.126.net',
];
export const YIDUN_API_HOSTS: readonly string[] = [
  'https://*.dun.163.com',
  'https://*.dun.163yun.com',
];
