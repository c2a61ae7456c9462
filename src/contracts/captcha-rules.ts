/** popup: before something is written; bound: before a search (R32). */
export const CAPTCHA_KINDS = ['popup', 'bound'] as const;
export type CaptchaKind = (typeof CAPTCHA_KINDS)[number];

/**
 * Size of the slider's picture, in the units of positions; on the screen it can have another size.
 */
export const PUZZLE_WIDTH = 320;
export const PUZZLE_HEIGHT = 160;
/** Side of the piece's picture: its body and space for its bumps. */
export const PIECE_SIZE = 68;
/** Attempts for one picture. */
export const MAX_PUZZLE_TRIES = 5;
/** Seconds for which a challenge can be solved, and for which its solution can then be used. */
export const CAPTCHA_LIFETIME_SECONDS = 120;
/**
 * Seconds and number of searches for which a solved captcha is good: of a visitor or a newcomer,
 * and of a member with standing.
 */
export const SEARCH_PASSES = {
  short: { seconds: 1_800, searches: 30 },
  day: { seconds: 86_400, searches: 1_000 },
} as const;
export type SearchPassKind = keyof typeof SEARCH_PASSES;
/** Addresses that a visitor may search from with one pass: at home, then on the way. */
export const MAX_PASS_ADDRESSES = 3;
/** Failures in a row to load the captcha after which it is passed without a solution (R32). */
export const LOAD_FAILURES_TO_PASS = 3;
/** Sent instead of a solution by a browser that couldn't load the captcha so often. */
export const CAPTCHA_UNREACHABLE = 'captcha-unreachable';
/** How often an account, and an address, may pass so in an hour. */
export const MAX_UNREACHABLE_PER_HOUR = 3;
/** Points of a slider's movement that are sent at most. */
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
