import { map } from 'nanostores';
import type { ErrorPageCode } from '#contracts/paths.ts';

/** Failures whose error view replaces an island's content, by part of the page (R2, R18). */
export type ErrorPageTarget = 'composer';

export const $errorPages = map<Partial<Record<ErrorPageTarget, ErrorPageCode>>>({});
