import type { PendingPurgesWire } from '#contracts/wire/moderation.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { removeOverlayEntries } from '../core/overlay-history.ts';
import { fetchPageVersion, waitUntilPublished } from '../core/page-version.ts';
import { readOfLogin, writeOfLogin } from '../core/stored-json.ts';
import { dismissToastOf, showErrorToast, showToast } from '../core/toasts.ts';
import { type UndoStep, undoActions } from './actions.ts';
import { showPendingPurges } from './pending-purges.ts';

/* The notice after a moderation action, with undo; stored for the next page if this one reloads. */

export interface ActionNotice {
  key: TranslationKey;
  values?: Record<string, string | number> | undefined;
  undo: readonly UndoStep[];
  isError?: boolean | undefined;
  /** Takedowns that the CDN has not confirmed. */
  cdn?: PendingPurgesWire | undefined;
}

const NOTICE_KEY = 'moderated';
/** Lifetime of a stored notice. */
const NOTICE_LIFETIME_MS = 60_000;

/** Updates the page after an undo; gets the page's version before it. */
type Refresh = (old: string | undefined) => void | Promise<void>;

/** `refresh` runs after an undo. */
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

export const storeNotice = (notice: ActionNotice): void =>
  void writeOfLogin(NOTICE_KEY, { at: Date.now(), notice }, 'sessionStorage');

/** Returns and deletes the previous page's notice. */
export function takeStoredNotice(): ActionNotice | undefined {
  const stored = readOfLogin<{ at: number; notice: ActionNotice }>(NOTICE_KEY, 'sessionStorage');
  writeOfLogin(NOTICE_KEY, undefined, 'sessionStorage');
  return stored && Date.now() - stored.at < NOTICE_LIFETIME_MS ? stored.notice : undefined;
}

/** The page's version before an action, for reloadWhenPublished. */
export const currentPageVersion = (): Promise<string | undefined> =>
  fetchPageVersion(location.pathname);

/** `old`: the version before the action, undefined if the page didn't exist. */
export async function reloadWhenPublished(old: string | undefined): Promise<void> {
  await waitUntilPublished(location.pathname, old);
  await removeOverlayEntries();
  location.reload();
}
