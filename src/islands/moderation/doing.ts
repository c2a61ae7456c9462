import { threadPath } from '#contracts/paths.ts';
import type { UndoWire } from '#contracts/wire/moderation.ts';
import { type Because, type Order, type Outcome, perform } from '#stores/moderation/acts.ts';
import {
  keepNotice,
  type Notice,
  renew,
  tellDone,
  versionHere,
} from '#stores/moderation/notice.ts';
import { $thread, loadThread } from '#stores/moderation/place.ts';
import { pageRoot } from '#stores/page.ts';
import { goTo, sheetsLeft } from '#stores/sheets.ts';
import { $found, $view, findAgain, isPublished } from '#stores/thread-view.ts';
import { pageVersion, published } from '#stores/threads.ts';
import { pageHere } from './page.ts';
import { $selected } from './selection.ts';

/*
 * What follows an act on the page: marks in place where that is enough, the page anew where more of
 * it has changed.
 */

/** "#3", or the subject: what a target is called where it is told that something failed. */
function nameOf({ kind }: Order, id: number): string {
  if (kind === 'thread')
    return document.querySelector(`.rows a[href$="/post/${id}"]`)?.textContent ?? String(id);
  return `#${document.querySelector<HTMLElement>(`.reply[data-id="${id}"]`)?.dataset.floor ?? id}`;
}

function noticeOf(order: Order, { changed, unchanged, failed, undo }: Outcome): Notice {
  const count = changed.length;
  if (failed.length > 0)
    return {
      key: 'moderation.partly',
      values: {
        count,
        failed: failed.length,
        names: failed.map((id) => nameOf(order, id)).join(', '),
      },
      undo,
      bad: true,
    };
  if (count === 0)
    return { key: 'moderation.unchanged', values: { count: unchanged.length }, undo };
  return { key: `moderation.done.${order.act}`, values: { count }, undo };
}

/** What is gone for everybody at once: its page is another one when the call has returned. */
const TAKING: readonly string[] = ['delete', 'hide', 'reject'];

/** Replies and comments are marked where they stand, if their text is there. */
const staysInPlace = ({ act, kind, ids }: Order): boolean =>
  kind !== 'thread' &&
  (TAKING.includes(act) ||
    (act === 'restore' &&
      ids.every((id) =>
        document.querySelector(
          `.reply[data-id="${id}"] > .prose, .reply[data-id="${id}"] > div > .prose, .comments > li[data-id="${id}"]`,
        ),
      )));

export async function lookAgain(): Promise<void> {
  const thread = $thread.get();
  if (thread) await loadThread(thread.id, pageHere(), $found.get());
}

/** The published page is older than what is shown in its place. */
let outdated = false;

/**
 * In another order, replies are asked for anew where they stand. The page behind them is too, when
 * somebody goes back to it.
 */
async function findAnew(): Promise<void> {
  if (!outdated) $view.listen((view) => isPublished(view) && location.reload());
  outdated = true;
  findAgain();
  await lookAgain();
}

/** Does what was asked and shows it. Throws Failure. */
export async function doAndShow(order: Order, because: Because): Promise<void> {
  const { act, kind, into } = order;
  const elsewhere = act === 'merge' && into ? threadPath(pageRoot(), into) : undefined;
  const inPlace = staysInPlace(order);
  const old = inPlace ? undefined : await (elsewhere ? pageVersion(elsewhere) : versionHere());
  const outcome = await perform(order, because);
  const notice = noticeOf(order, outcome);
  $selected.set($selected.get() && outcome.failed.length > 0 ? new Set(outcome.failed) : undefined);
  if (inPlace) {
    tellDone(notice, lookAgain);
    return lookAgain();
  }
  if (elsewhere === undefined && kind !== 'thread' && act !== 'split' && $found.get()) {
    tellDone(notice, findAnew);
    return findAnew();
  }
  if (outcome.changed.length === 0) return tellDone(notice, () => renew(undefined));
  keepNotice(notice);
  void goOn({
    here: kind === 'thread' && pageHere().kind !== 'forum' && TAKING.includes(act),
    split: act === 'split' ? outcome.changed[0] : undefined,
    elsewhere,
    old,
  });
}

async function goOn({
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
    await sheetsLeft();
    return location.reload();
  }
  const path = split === undefined ? elsewhere : threadPath(pageRoot(), split);
  if (path === undefined) return renew(old);
  await published(path, old);
  await goTo(path);
}

/** Tells what was done to a person; nothing of the page changes but what is read of them. */
export const tellPerson = (
  key: Notice['key'],
  undo: readonly UndoWire[],
  refresh: () => void | Promise<void>,
  values?: Notice['values'],
): void => tellDone({ key, values, undo }, refresh);
