import { replyPagePath } from '#contracts/paths.ts';
import type { UnreadThreadWire } from '#contracts/wire/reading.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { pageArea, pageRoot } from '#stores/client/page-info.ts';
import { fetchUnread, markAllRead } from '#stores/reading/unread.ts';

/*
 * What is new to a member in a list of threads: a dot beside new threads, and the number of unread
 * replies as a link to the first of them, in the place of what is counted there. Nothing moves.
 */

/** Elements that marks have replaced, by their marks. */
const replaced = new Map<Element, Element>();

const listRows = () => document.querySelectorAll<HTMLElement>('.row[data-thread]');

function clearMarks(): void {
  for (const [mark, original] of replaced) mark.replaceWith(original);
  replaced.clear();
  for (const row of listRows()) {
    delete row.dataset.fresh;
    row.querySelector('.fresh-text')?.remove();
  }
}

function markRow(
  row: HTMLElement,
  { id, is_new, unread, floor, post_id }: UnreadThreadWire,
  t: TFunction,
): void {
  if (is_new) {
    row.dataset.fresh = '';
    const text = document.createElement('span');
    text.className = 'vh fresh-text';
    text.textContent = ` ${t('unread.newThread')}`;
    row.querySelector('.subject')?.after(text);
  }
  const counts = row.querySelector('.counts');
  const original = pageArea() === 'phone' ? counts : counts?.lastElementChild;
  if (unread === 0 || !original) return;
  const link = document.createElement('a');
  link.className = `unread-count num ${pageArea() === 'phone' ? 'counts' : ''}`.trim();
  link.href = replyPagePath(pageRoot(), id, floor, post_id);
  link.textContent = t('unread.count', { n: unread });
  original.replaceWith(link);
  replaced.set(link, original);
}

/** Marks the rows of the page anew. After a failure they stay unmarked. */
async function markRows(t: TFunction): Promise<void> {
  const rows = new Map([...listRows()].map((row) => [Number(row.dataset.thread), row]));
  if (rows.size === 0) return;
  const unread = await fetchUnread([...rows.keys()]).catch(() => undefined);
  if (!unread) return;
  clearMarks();
  for (const row of listRows()) {
    const news = unread.get(Number(row.dataset.thread));
    if (news) markRow(row, news, t);
  }
}

/** Marks the rows of a list now, when others join it, and when the reader comes back to it. */
export function markListRows(t: TFunction): void {
  const mark = () => void markRows(t);
  mark();
  document.addEventListener('more', mark);
  addEventListener('pageshow', ({ persisted }) => persisted && mark());
}

/** Answers the button that marks everything of the list's forum, or of all, as read. */
export function markListRead(t: TFunction): void {
  const forum = document.querySelector<HTMLElement>('[data-slot="forum"]')?.dataset.id;
  void markAllRead(forum ? Number(forum) : undefined, () => void markRows(t));
}
