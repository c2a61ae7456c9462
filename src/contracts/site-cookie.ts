import type { Lang } from './language.ts';
import type { Area } from './paths.ts';

/**
 * Keeps which of the two sites somebody wants, whatever their screen: a whole Set-Cookie value, for
 * a year (R12). views/inline-scripts/choose-site.ts reads it.
 */
export const siteCookie = (area: Area): string =>
  `site=${area}; Path=/; Max-Age=31536000; SameSite=Lax`;

/**
 * Keeps in which language alone somebody wants lists of threads, for a year; without one both.
 * views/inline-scripts/choose-site.ts reads it.
 */
export const listLanguageCookie = (only: Lang | undefined): string =>
  `list=${only ?? ''}; Path=/; Max-Age=${only ? 31_536_000 : 0}; SameSite=Lax`;
