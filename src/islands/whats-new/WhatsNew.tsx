import { useEffect, useRef, useState } from 'react';
import { call } from '#client/core/api.ts';
import { pageArea } from '#client/core/page-info.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { flushReads } from '#client/reading/reads.ts';
import { markAllRead } from '#client/reading/unread.ts';
import {
  clientPagePath,
  forumPath,
  forumsPath,
  replyPagePath,
  threadPath,
} from '#contracts/paths.ts';
import { NEWS_LISTS, type NewsList } from '#contracts/watching.ts';
import type { NewsListWire, NewsThreadWire, NewsWire } from '#contracts/wire/reading.ts';
import { wireName } from '#i18n/localized.ts';
import styles from '../../styles/whats-new.css?url';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { foreignThreadLang } from '../components/foreign-lang.ts';
import { IconButton } from '../components/IconButton.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Time } from '../components/Time.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { stepOfKey, useShortcuts } from '../hooks/use-shortcuts.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { moveInList } from '../page/move-in-list.ts';
import { useRemoved } from '../removals/use-removed.ts';

/* New content where the reader watches. All loads throw Failure. */

async function loadNews(): Promise<NewsWire> {
  await flushReads();
  return (await call('GET /v2/user/news')).data;
}

/** Appends the next rows, without those that moved to the top meanwhile. */
async function loadMoreNews(of: NewsList, list: NewsListWire): Promise<NewsListWire> {
  if (list.next === null) return list;
  const { data } = await call('GET /v2/user/news', { query: { of, after: list.next } });
  const known = new Set(list.items.map(({ id }) => id));
  const others = data[of].items.filter(({ id }) => !known.has(id));
  return { items: [...list.items, ...others], next: data[of].next };
}

/** Marks the floors that were listed as read. */
async function markNewsRead({ id, last_floor }: NewsThreadWire): Promise<void> {
  await call('POST /v2/user/read', { body: { threads: [{ id, floor: last_floor }] } });
}

/** Restores the previous mark: read up to a floor, or new. */
async function markNewsUnread({ id, read_floor }: NewsThreadWire): Promise<void> {
  const floor = read_floor < 0 ? null : read_floor + 1;
  await call('POST /v2/user/mark-unread', { body: { thread_id: id, floor } });
}

interface NewsRowProps {
  thread: NewsThreadWire;
  /** Marked as read here; the row stays, so that nothing moves. */
  isRead: boolean;
  onToggle(): void;
}

/** A thread with new content; the subject links to the first unread floor. */
function NewsRow({ thread, isRead, onToggle }: NewsRowProps) {
  const { t, lang, root } = useTexts();
  const { id, subject, unread, forum, user, at } = thread;
  const isRemoved = useRemoved({ thread: id, user: user.id });
  if (isRemoved)
    return (
      <li>
        <p className="placeholder-text">{t('messages.withheld')}</p>
      </li>
    );
  const toggle = t(isRead ? 'news.undoOf' : 'news.markReadOf', { name: subject });
  return (
    <li data-thread={id} className={isRead ? 'seen' : undefined}>
      <Avatar person={user} size={40} />
      <div>
        <a
          className="subject"
          lang={foreignThreadLang(lang, thread.language)}
          href={
            unread > 0
              ? replyPagePath(root, id, thread.floor, thread.post_id)
              : threadPath(root, id)
          }
        >
          {subject}
        </a>
        <p className="meta dots">
          {unread > 0 && !isRead && (
            <span className="amount num">{t('news.replies', { count: unread })}</span>
          )}
          {isRead && <span>{t('news.read')}</span>}
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {wireName(lang, forum)}
            </a>
          </span>
          <span>{t(unread > 0 ? 'news.lastBy' : 'news.begunBy', { name: user.nickname })}</span>
          <Time at={at} />
        </p>
      </div>
      <IconButton icon={isRead ? 'undo' : 'check'} label={toggle} onClick={onToggle} />
    </li>
  );
}

function KeysHint() {
  const { t } = useTexts();
  if (pageArea() === 'phone') return null;
  return (
    <p className="hint dots">
      <span>
        <kbd>J</kbd> <kbd>K</kbd> {t('news.keys.move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('news.keys.open')}
      </span>
      <span>
        <kbd>M</kbd> {t('news.keys.mark')}
      </span>
    </p>
  );
}

function NoNews() {
  const { t, root } = useTexts();
  return (
    <EmptyState of="news.empty">
      <div className="ways">
        <a className="btn" href={forumsPath(root)}>
          {t('own.noFavourites.forums.action')}
        </a>
        <a className="btn" href={clientPagePath(root, 'me/watching')}>
          {t('news.empty.watching')}
        </a>
      </div>
    </EmptyState>
  );
}

function useMarks() {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const set = (id: number, isRead: boolean) =>
    setMarked((now) => new Set(isRead ? [...now, id] : [...now].filter((one) => one !== id)));
  const send = async (thread: NewsThreadWire, isRead: boolean): Promise<void> => {
    set(thread.id, isRead);
    try {
      await (isRead ? markNewsRead(thread) : markNewsUnread(thread));
      if (!isRead) return;
      const run = () => void send(thread, false);
      showToast({ key: 'news.marked', action: { key: 'unread.undo', run } });
    } catch (error) {
      set(thread.id, !isRead);
      showErrorToast(error);
    }
  };
  return {
    marked,
    toggle: (thread: NewsThreadWire) => void send(thread, !marked.has(thread.id)),
    forget: () => setMarked(new Set()),
  };
}

export default function WhatsNew() {
  const { t } = useTexts();
  const query = useQuery('news', loadNews);
  const { value, reload, update } = query;
  const { marked, toggle, forget } = useMarks();
  const [loading, setLoading] = useState<NewsList>();
  const latest = useRef(reload);
  latest.current = reload;
  // After back navigation, the reader has read some of it.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && latest.current(true);
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);
  const threads = NEWS_LISTS.flatMap((list) => value?.[list].items ?? []);
  useShortcuts((key) => {
    const step = stepOfKey(key);
    if (step) return moveInList(step);
    const row = document.activeElement?.closest<HTMLElement>('.news li');
    const thread = threads.find(({ id }) => id === Number(row?.dataset.thread));
    if (key !== 'm' || !thread) return false;
    toggle(thread);
    return true;
  });
  const readAll = () =>
    void markAllRead(undefined, () => {
      forget();
      reload();
    });
  const more = (list: NewsList) => {
    if (!value) return;
    setLoading(list);
    loadMoreNews(list, value[list])
      .then((longer) => update((now) => ({ ...now, [list]: longer })), showErrorToast)
      .finally(() => setLoading(undefined));
  };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <div className="news-head">
        {threads.length > 0 && <KeysHint />}
        <Button isInactive={threads.length === 0} onClick={readAll}>
          {t('unread.readAll')}
        </Button>
      </div>
      <Loaded query={query}>{() => threads.length === 0 && <NoNews />}</Loaded>
      <div>
        {NEWS_LISTS.map((list) => {
          const { items = [], next } = value?.[list] ?? {};
          if (items.length === 0) return null;
          return (
            <section key={list} className="news" aria-labelledby={`news-${list}`}>
              <h2 id={`news-${list}`}>{t(`news.list.${list}`)}</h2>
              <ul>
                {items.map((thread) => (
                  <NewsRow
                    key={thread.id}
                    thread={thread}
                    isRead={marked.has(thread.id)}
                    onToggle={() => toggle(thread)}
                  />
                ))}
              </ul>
              {next && (
                <Button isInactive={loading === list} onClick={() => more(list)}>
                  {t('news.more')}
                </Button>
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}
