import { map } from 'nanostores';
import type { ErrorPageCode } from '#contracts/paths.ts';

/** Where an island's content would stand: there the error view is shown (R2, R18). */
export type ErrorPagePlace = 'composer';

export const $errorPages = map<Partial<Record<ErrorPagePlace, ErrorPageCode>>>({});
