import type { UndoWire } from '#contracts/wire/moderation.ts';
import type { Key } from '#i18n/key.ts';
import { sheetsLeft } from '../sheets.ts';
import { pageVersion, published } from '../threads.ts';
import { report, tell } from '../tips.ts';
import { takeBack } from './acts.ts';

/*
 * What is told after an act, with the way to take it back; it outlives the page where that has to
 * come anew.
 */

export interface Notice {
  key: Key;
  values?: Record<string, string | number> | undefined;
  undo: readonly UndoWire[];
  /** Some of it was refused. */
  bad?: boolean | undefined;
}

const KEPT = 'moderated';
/** Milliseconds in which the next page tells it. */
const LIFETIME = 60_000;

/** Brings up what the page shows after an act was taken back; it gets the page's version before. */
type Refresh = (old: string | undefined) => void | Promise<void>;

/** Tells of an act; `refresh` follows when it is taken back. */
export function tellDone({ key, values, undo, bad }: Notice, refresh: Refresh): void {
  const takeItBack = async () => {
    tell({ key: 'moderation.undoing' });
    const old = await versionHere();
    await takeBack(undo);
    tell({ key: 'moderation.undone' });
    await refresh(old);
  };
  tell({
    key,
    values,
    bad,
    action:
      undo.length > 0
        ? { key: 'moderation.undo', run: () => void takeItBack().catch(report) }
        : undefined,
  });
}

/** Has the next page of this tab tell it. */
export function keepNotice(notice: Notice): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), notice }));
  } catch {
    // Storage is forbidden here: nothing is told, the action log has it.
  }
}

/** What the page before wanted told. */
export function keptNotice(): Notice | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as {
      at: number;
      notice: Notice;
    } | null;
    sessionStorage.removeItem(KEPT);
    return kept && Date.now() - kept.at < LIFETIME ? kept.notice : undefined;
  } catch {
    return undefined;
  }
}

/** The version of this page before an act; see `renew`. */
export const versionHere = (): Promise<string | undefined> => pageVersion(location.pathname);

/**
 * Loads this page anew when it is published as it is now. `old`: its version before the act,
 * undefined when it wasn't there.
 */
export async function renew(old: string | undefined): Promise<void> {
  await published(location.pathname, old);
  await sheetsLeft();
  location.reload();
}
