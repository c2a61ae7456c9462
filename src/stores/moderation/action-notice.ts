import type { UndoWire } from '#contracts/wire/moderation.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { removeOverlayEntries } from '../client/overlay-history.ts';
import { fetchPageVersion, waitUntilPublished } from '../client/page-version.ts';
import { showErrorToast, showToast } from '../client/toasts.ts';
import { undoActions } from './actions.ts';

/*
 * What is told after an act, with the way to take it back; it outlives the page where that has to
 * come anew.
 */

export interface ActionNotice {
  key: TranslationKey;
  values?: Record<string, string | number> | undefined;
  undo: readonly UndoWire[];
  /** Some of it was refused. */
  isError?: boolean | undefined;
}

const NOTICE_KEY = 'moderated';
/** Milliseconds in which the next page tells it. */
const NOTICE_LIFETIME_MS = 60_000;

/** Brings up what the page shows after an act was taken back; it gets the page's version before. */
type Refresh = (old: string | undefined) => void | Promise<void>;

/** Tells of an act; `refresh` follows when it is taken back. */
export function showActionNotice(
  { key, values, undo, isError }: ActionNotice,
  refresh: Refresh,
): void {
  const takeItBack = async () => {
    showToast({ key: 'moderation.undoing' });
    const old = await currentPageVersion();
    await undoActions(undo);
    showToast({ key: 'moderation.undone' });
    await refresh(old);
  };
  showToast({
    key,
    values,
    isError,
    action:
      undo.length > 0
        ? { key: 'moderation.undo', run: () => void takeItBack().catch(showErrorToast) }
        : undefined,
  });
}

/** Has the next page of this tab tell it. */
export function storeNotice(notice: ActionNotice): void {
  try {
    sessionStorage.setItem(NOTICE_KEY, JSON.stringify({ at: Date.now(), notice }));
  } catch {
    // Storage is forbidden here: nothing is told, the action log has it.
  }
}

/** What the page before wanted told. */
export function takeStoredNotice(): ActionNotice | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NOTICE_KEY) ?? 'null') as {
      at: number;
      notice: ActionNotice;
    } | null;
    sessionStorage.removeItem(NOTICE_KEY);
    return stored && Date.now() - stored.at < NOTICE_LIFETIME_MS ? stored.notice : undefined;
  } catch {
    return undefined;
  }
}

/** The version of this page before an act; see `renew`. */
export const currentPageVersion = (): Promise<string | undefined> =>
  fetchPageVersion(location.pathname);

/**
 * Loads this page anew when it is published as it is now. `old`: its version before the act,
 * undefined when it wasn't there.
 */
export async function reloadWhenPublished(old: string | undefined): Promise<void> {
  await waitUntilPublished(location.pathname, old);
  await removeOverlayEntries();
  location.reload();
}
