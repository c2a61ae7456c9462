import type { Lang } from './language.ts';
import type { Area } from './paths.ts';

/** The chosen site, for a year (R12); views/inline-scripts/choose-site.ts reads it. */
export const siteCookie = (area: Area): string =>
  `site=${area}; Path=/; Max-Age=31536000; SameSite=Lax`;

/** The only language of lists, for a year; views/inline-scripts/choose-site.ts reads it. */
export const listLanguageCookie = (only: Lang | undefined): string =>
  `list=${only ?? ''}; Path=/; Max-Age=${only ? 31_536_000 : 0}; SameSite=Lax`;
