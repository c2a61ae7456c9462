/** popup: before a write; bound: before a search (R32). */
export const CAPTCHA_KINDS = ['popup', 'bound'] as const;
export type CaptchaKind = (typeof CAPTCHA_KINDS)[number];

/** Size of the slider's picture in its own units, not on the screen. */
export const PUZZLE_WIDTH = 320;
export const PUZZLE_HEIGHT = 160;
/** Side of the piece, including its bumps. */
export const PIECE_SIZE = 68;
export const MAX_PUZZLE_TRIES = 5;
/** Lifetime of a challenge, and then of its solution. */
export const CAPTCHA_LIFETIME_SECONDS = 120;
/** Per solved captcha. short: visitors and newcomers; day: established members. */
export const SEARCH_PASSES = {
  short: { seconds: 1_800, searches: 30 },
  day: { seconds: 86_400, searches: 1_000 },
} as const;
export type SearchPassKind = keyof typeof SEARCH_PASSES;
/** A visitor may change networks during a pass. */
export const MAX_PASS_ADDRESSES = 3;
/** Consecutive load failures, after which no solution is needed (R32). */
export const LOAD_FAILURES_TO_PASS = 3;
/** Replaces the solution after these failures. */
export const CAPTCHA_UNREACHABLE = 'captcha-unreachable';
/** Passes per account and per IP address. */
export const MAX_UNREACHABLE_PER_HOUR = 3;
export const MAX_TRACK_POINTS = 600;
/** Servers of NetEase Yidun's script and API, from its documentation. */
export const YIDUN_SERVERS: readonly string[] = [
  'https://cstaticdun.126.net',
  'https://cstaticdun1.126.net',
];
export const YIDUN_API_HOSTS: readonly string[] = [
  'https://*.dun.163.com',
  'https://*.dun.163yun.com',
];
