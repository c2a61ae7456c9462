import { atom } from 'nanostores';
import type { MutedWire } from '#contracts/wire/user.ts';

/*
 * Hides muted content (decisions/reading-and-watching.md). Pages apply this browser's stored rules
 * before the first paint (views/inline-scripts/before-paint.ts); this module updates them from the
 * account.
 */

/** Muted ids, as JSON. */
const IDS_KEY = 'mutedIds';
/** The stylesheet. */
const RULES_KEY = 'muted';

function readStoredIds(): string {
  try {
    return localStorage[IDS_KEY] ?? '';
  } catch {
    return ''; // storage is forbidden
  }
}
let currentIds = readStoredIds();

export const $isMuting = atom(currentIds !== '');

/** Ids of ignored users. */
export const getIgnoredIds = (): number[] =>
  currentIds ? (JSON.parse(currentIds) as MutedWire).users : [];

/** Updates the rules of this page and of later ones when the muted ids change. */
export async function followMuted(muted: MutedWire | undefined): Promise<void> {
  const ids = muted && Object.values(muted).flat().length > 0 ? JSON.stringify(muted) : '';
  if (ids === currentIds) return;
  const rules = muted && ids ? (await import('./muted-rules.ts')).toMutedRules(muted) : '';
  currentIds = ids;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
  $isMuting.set(rules !== '');
  try {
    localStorage[IDS_KEY] = ids;
    localStorage[RULES_KEY] = rules;
  } catch {
    // storage is forbidden: the next page hides it once the account is known
  }
}
