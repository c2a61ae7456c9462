import { map } from 'nanostores';
import type { Problem } from '#contracts/paths.ts';

/** Where an island's content would stand: there the error view is shown (R2, R18). */
export type Place = 'composer';

export const $problems = map<Partial<Record<Place, Problem>>>({});
