import { navigateTo, removeOverlayEntries } from '#client/core/overlay-history.ts';
import { pageRoot } from '#client/core/page-info.ts';
import { fetchPageVersion, waitUntilPublished } from '#client/core/page-version.ts';
import {
  type ActionNotice,
  currentPageVersion,
  reloadWhenPublished,
  showActionNotice,
  storeNotice,
} from '#client/moderation/action-notice.ts';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import {
  type ActionRequest,
  type ActionResult,
  isMergeOfSelected,
  performAction,
  type UndoStep,
} from '#client/moderation/actions.ts';
import {
  $moderatedThread,
  $selectedIds,
  loadModeratedThread,
  type ModeratedThread,
} from '#client/moderation/moderator-view.ts';
import {
  $filteredReplyIds,
  $threadView,
  isPublishedView,
  reloadReplies,
} from '#client/thread/thread-view.ts';
import { getAction } from '#contracts/moderation-actions.ts';
import { threadPath } from '#contracts/paths.ts';
import { readPageInfo } from './page-info.ts';

/* Updates the page after an action: marks posts if sufficient, else reloads it. */

/** A target's name in a failure notice: "#3", or the subject. */
export function targetName({ kind }: ActionRequest, id: number): string {
  if (kind === 'thread')
    return (
      document.querySelector(`:is(.rows, .withheld-threads) a[href$="/post/${id}"]`)?.textContent ??
      String(id)
    );
  return `#${document.querySelector<HTMLElement>(`.reply[data-id="${id}"]`)?.dataset.floor ?? id}`;
}

function buildNotice(
  order: ActionRequest,
  { changed, unchanged, failed, undo }: ActionResult,
): ActionNotice {
  const count = changed.length;
  if (failed.length > 0)
    return {
      key: 'moderation.partly',
      values: {
        count,
        failed: failed.length,
        names: failed.map((id) => targetName(order, id)).join(', '),
      },
      undo,
      isError: true,
    };
  if (count === 0)
    return { key: 'moderation.unchanged', values: { count: unchanged.length }, undo };
  return { key: `moderation.done.${order.action}`, values: { count }, undo };
}

/** Whether targets are marked without a reload: replies and comments with a text on the page. */
const staysInPlace = ({ action, kind, ids }: ActionRequest): boolean =>
  kind !== 'thread' &&
  (getAction(action).isRemoval ||
    (action === 'restore' &&
      ids.every((id) =>
        document.querySelector(
          `.reply[data-id="${id}"] > .prose, .reply[data-id="${id}"] > div > .prose, .comments > li[data-id="${id}"]`,
        ),
      )));

export async function reloadModeratorView(): Promise<void> {
  const thread = $moderatedThread.get();
  if (thread) await loadModeratedThread(thread.id, readPageInfo, $filteredReplyIds.get());
}

/** The marks that the thread's page shows; only lists show pins. */
const shownMarks = (thread: ModeratedThread): string =>
  [
    thread.is_closed,
    thread.slow_minutes,
    thread.is_resolved,
    thread.is_digest || thread.is_digest_forum,
  ]
    .map(Boolean)
    .join();

/** Whether an action sets a mark that the thread's page doesn't show. */
function isUnseenMark({ action, kind }: ActionRequest): boolean {
  const { mark } = getAction(action);
  const thread = kind === 'thread' ? $moderatedThread.get() : undefined;
  return (
    thread !== undefined &&
    mark !== undefined &&
    shownMarks({ ...thread, [mark.field]: mark.value }) === shownMarks(thread)
  );
}

/** The published page is older than the reordered replies. */
let isPageOutdated = false;

/** Reloads reordered replies; the page reloads when the reader returns to its own order. */
async function reloadFilteredReplies(): Promise<void> {
  if (!isPageOutdated) $threadView.listen((view) => isPublishedView(view) && location.reload());
  isPageOutdated = true;
  reloadReplies();
  await reloadModeratorView();
}

/** Performs an action and shows its result. Throws Failure. */
export async function performAndShow(order: ActionRequest, reason: ActionReason): Promise<void> {
  const { action, kind, into } = order;
  const elsewhere =
    action === 'merge' && into && !isMergeOfSelected(order)
      ? threadPath(pageRoot(), into)
      : undefined;
  // an unseen mark creates no new version of the page
  const isInPlace = staysInPlace(order) || isUnseenMark(order);
  const oldVersion = isInPlace
    ? undefined
    : await (elsewhere ? fetchPageVersion(elsewhere) : currentPageVersion());
  const outcome = await performAction(order, reason);
  const notice = { ...buildNotice(order, outcome), cdn: outcome.cdn };
  $selectedIds.set(
    $selectedIds.get() && outcome.failed.length > 0 ? new Set(outcome.failed) : undefined,
  );
  if (isInPlace) {
    showActionNotice(notice, reloadModeratorView);
    return reloadModeratorView();
  }
  if (
    elsewhere === undefined &&
    kind !== 'thread' &&
    action !== 'split' &&
    $filteredReplyIds.get()
  ) {
    showActionNotice(notice, reloadFilteredReplies);
    return reloadFilteredReplies();
  }
  if (outcome.changed.length === 0)
    return showActionNotice(notice, () => reloadWhenPublished(undefined));
  storeNotice(notice);
  void goToResult({
    here:
      kind === 'thread' && readPageInfo().kind !== 'forum' && getAction(action).isRemoval === true,
    split: action === 'split' ? outcome.changed[0] : undefined,
    elsewhere,
    old: oldVersion,
  });
}

async function goToResult({
  here,
  split,
  elsewhere,
  old,
}: {
  here: boolean;
  split: number | undefined;
  elsewhere: string | undefined;
  old: string | undefined;
}): Promise<void> {
  if (here) {
    await removeOverlayEntries();
    return location.reload();
  }
  const path = split === undefined ? elsewhere : threadPath(pageRoot(), split);
  if (path === undefined) return reloadWhenPublished(old);
  await waitUntilPublished(path, old);
  await navigateTo(path);
}

/** Shows the notice of an action on a user, and updates the page by `refresh` only. */
export const notifyPersonAction = (
  key: ActionNotice['key'],
  undo: readonly UndoStep[],
  refresh: () => void | Promise<void>,
  values?: ActionNotice['values'],
): void => showActionNotice({ key, values, undo }, refresh);
