import { atom } from 'nanostores';
import type { MutedWire } from '#contracts/wire/user.ts';

/*
 * What the reader has muted isn't shown to them (decisions/reading-and-watching.md). Every page
 * applies this browser's style rules before its first paint (views/inline-scripts/before-paint.ts);
 * here they follow the account.
 */

/** Ids of what the rules hide, as JSON. */
const IDS_KEY = 'mutedIds';
/** The rules. */
const RULES_KEY = 'muted';

function readStoredIds(): string {
  try {
    return localStorage[IDS_KEY] ?? '';
  } catch {
    return ''; // storage is forbidden here
  }
}
let currentIds = readStoredIds();

/** Whether the page has rules. */
export const $isMuting = atom(currentIds !== '');

/** Ids of those whom the reader ignores. */
export const getIgnoredIds = (): number[] =>
  currentIds ? (JSON.parse(currentIds) as MutedWire).users : [];

/** Replaces the rules, of this page and of the next ones, when what is muted has changed. */
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
    // storage is forbidden here: the next page hides it when the account is known
  }
}
