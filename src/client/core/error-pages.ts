import { map } from 'nanostores';
import type { ErrorPageCode } from '#contracts/paths.ts';

/**
 * The failures whose error view replaces the content of an island, by the island's part of the page
 * (R2, R18).
 */
export type ErrorPagePlace = 'composer';

export const $errorPages = map<Partial<Record<ErrorPagePlace, ErrorPageCode>>>({});
