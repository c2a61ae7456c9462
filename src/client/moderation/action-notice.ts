import type { PendingPurgesWire } from '#contracts/wire/moderation.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { removeOverlayEntries } from '../core/overlay-history.ts';
import { fetchPageVersion, waitUntilPublished } from '../core/page-version.ts';
import { readOfLogin, writeOfLogin } from '../core/stored-json.ts';
import { dismissToastOf, showErrorToast, showToast } from '../core/toasts.ts';
import { type UndoStep, undoActions } from './actions.ts';
import { showPendingPurges } from './pending-purges.ts';

/*
 * The notice after a moderation action, with its undo button. It is stored for the next page where
 * this one has to reload.
 */

export interface ActionNotice {
  key: TranslationKey;
  values?: Record<string, string | number> | undefined;
  undo: readonly UndoStep[];
  /** Some targets were refused. */
  isError?: boolean | undefined;
  /** What a cache in front hasn't confirmed yet. */
  cdn?: PendingPurgesWire | undefined;
}

const NOTICE_KEY = 'moderated';
/** Milliseconds for which a stored notice is valid. */
const NOTICE_LIFETIME_MS = 60_000;

/** Updates the page after an undo; it gets the page's version from before. */
type Refresh = (old: string | undefined) => void | Promise<void>;

/** Shows the notice of an action; `refresh` runs after an undo. */
export function showActionNotice(
  { key, values, undo, isError, cdn }: ActionNotice,
  refresh: Refresh,
): void {
  const takeItBack = async () => {
    showToast({ key: 'moderation.undoing' });
    const old = await currentPageVersion();
    try {
      await undoActions(undo);
    } finally {
      dismissToastOf('moderation.undoing');
    }
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
  showPendingPurges(cdn);
}

/** Stores a notice for the next page of this tab. */
export const storeNotice = (notice: ActionNotice): void =>
  void writeOfLogin(NOTICE_KEY, { at: Date.now(), notice }, 'sessionStorage');

/** The notice that the previous page stored, which is removed. */
export function takeStoredNotice(): ActionNotice | undefined {
  const stored = readOfLogin<{ at: number; notice: ActionNotice }>(NOTICE_KEY, 'sessionStorage');
  writeOfLogin(NOTICE_KEY, undefined, 'sessionStorage');
  return stored && Date.now() - stored.at < NOTICE_LIFETIME_MS ? stored.notice : undefined;
}

/** The published version of this page, before an action; see reloadWhenPublished. */
export const currentPageVersion = (): Promise<string | undefined> =>
  fetchPageVersion(location.pathname);

/**
 * Reloads this page when its new version is published. `old`: its version before the action,
 * undefined when it didn't exist.
 */
export async function reloadWhenPublished(old: string | undefined): Promise<void> {
  await waitUntilPublished(location.pathname, old);
  await removeOverlayEntries();
  location.reload();
}
