import { pageArea, pageRoot } from '#client/core/page-info.ts';
import { fetchUnread, markAllRead } from '#client/reading/unread.ts';
import { replyPagePath } from '#contracts/paths.ts';
import type { UnreadThreadWire } from '#contracts/wire/reading.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/*
 * Marks new content for members in lists: a dot for new threads, and the unread count, linked to
 * the first unread reply. It replaces the total, so that nothing moves.
 */

/** The maximum per call. */
const MAX_IDS = 100;

/** Requested rows, with the function that removes the mark. */
const asked = new Map<HTMLElement, (() => void) | undefined>();

function markRow(
  row: HTMLElement,
  { id, is_new, unread, floor, post_id }: UnreadThreadWire,
  t: TFunction,
): () => void {
  const undo: (() => void)[] = [() => delete row.dataset.fresh];
  if (is_new) {
    row.dataset.fresh = '';
    const text = document.createElement('span');
    text.className = 'vh';
    text.textContent = ` ${t('unread.newThread')}`;
    row.querySelector('.subject')?.after(text);
    undo.push(() => text.remove());
  }
  const counts = row.querySelector('.counts');
  const original = pageArea() === 'phone' ? counts : counts?.lastElementChild;
  if (unread > 0 && original) {
    const link = document.createElement('a');
    link.className = `unread-count num ${pageArea() === 'phone' ? 'counts' : ''}`.trim();
    link.href = replyPagePath(pageRoot(), id, floor, post_id);
    link.textContent = t('unread.count', { n: unread });
    link.dataset.replaced = original.textContent.trim();
    original.replaceWith(link);
    undo.push(() => link.replaceWith(original));
  }
  return () => {
    for (const step of undo) step();
  };
}

/** Marks rows; a failure leaves them unchanged. */
async function markRows(rows: readonly HTMLElement[], t: TFunction): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_IDS) {
    const some = rows.slice(start, start + MAX_IDS);
    const unread = await fetchUnread(some.map((row) => Number(row.dataset.thread)));
    for (const row of some) {
      asked.get(row)?.();
      const news = unread.get(Number(row.dataset.thread));
      asked.set(row, news && markRow(row, news, t));
    }
  }
}

const findRows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.row[data-thread]'),
];
const markAll = (t: TFunction) => void markRows(findRows(), t).catch(() => {});

/** Marks a list's rows now, when rows are added, and when the reader returns to it. */
export function markListRows(t: TFunction): void {
  markAll(t);
  document.addEventListener('more', () => {
    const others = findRows().filter((row) => !asked.has(row));
    void markRows(others, t).catch(() => {});
  });
  addEventListener('pageshow', ({ persisted }) => persisted && markAll(t));
}

/** Handles the button that marks a forum, or everything, as read. */
export function markListRead(t: TFunction): void {
  const forum = document.querySelector<HTMLElement>('[data-slot="forum"]')?.dataset.id;
  void markAllRead(forum ? Number(forum) : undefined, () => markAll(t));
}
