import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import { $bookmarks, $editedBookmark, type Bookmark } from '#client/thread/bookmarks.ts';
import { listBookmarks, removeBookmark, saveBookmark } from '#client/thread/edit-bookmarks.ts';
import { toBookmarkedPost } from '#client/thread/from-wire.ts';
import {
  clientPagePath,
  homePath,
  parsePage,
  replyPagePath,
  threadPath,
} from '#contracts/paths.ts';
import type { BookmarkWire } from '#contracts/wire/bookmark.ts';
import { formatDateTime } from '#i18n/format.ts';
import styles from '../../styles/bookmarks.css?url';
import { Check } from '../components/Choices.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { foreignThreadLang } from '../components/foreign-lang.ts';
import { Icon } from '../components/Icon.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';
import { MyList } from './MyList.tsx';

const BookmarkDialog = lazy(() => import('../thread/BookmarkDialog.tsx'));

/** A bookmark. A removed one stays listed, so that it can be restored. */
function BookmarkRow({ entry }: { entry: BookmarkWire }) {
  const { t, lang, root } = useTexts();
  const postId = entry.post_id;
  const post = toBookmarkedPost(entry);
  const now = useStore($bookmarks, { keys: [postId] })[postId];
  const latest = useRef<Bookmark>(entry);
  if (now) latest.current = now;
  const { note, remind_at: remindAt } = latest.current;
  const row = useRef<HTMLLIElement>(null);
  const wasPressed = useRef(false);
  // The focus moves to the button that replaces the pressed one.
  useEffect(() => {
    if (wasPressed.current) row.current?.querySelector<HTMLElement>('.undo, .remove')?.focus();
    wasPressed.current = false;
  });
  const press = (work: () => Promise<void>) => () => {
    wasPressed.current = true;
    void work().catch(showErrorToast);
  };
  const name = post?.subject ?? t('bookmark.unavailable');
  if (now === null)
    return (
      <li className="removed" ref={row}>
        <p role="status">{t('bookmark.removed', { name })}</p>
        {post && (
          <button
            type="button"
            className="link undo"
            onClick={press(() => saveBookmark(postId, { note, remind_at: remindAt }))}
          >
            {t('bookmark.undo')}
          </button>
        )}
      </li>
    );
  const foreignLang = post ? foreignThreadLang(lang, post.language) : undefined;
  return (
    <li ref={row}>
      {post ? (
        <>
          <a
            className="subject"
            href={
              post.floor > 0
                ? replyPagePath(root, post.threadId, post.floor, postId)
                : threadPath(root, post.threadId)
            }
            lang={foreignLang}
          >
            {post.subject}
          </a>
          {post.excerpt && (
            <p className="glimpse" lang={foreignLang}>
              {post.excerpt}
            </p>
          )}
        </>
      ) : (
        <p className="meta">{t('bookmark.unavailable')}</p>
      )}
      {note && <p className="note-text">{note}</p>}
      <p className="meta dots num">
        {remindAt && (
          <span className="due">
            <Icon name="clock" />
            {t('bookmark.due', { time: formatDateTime(lang, new Date(remindAt)) })}
          </span>
        )}
        {post && (
          <span>
            {t(post.floor > 0 ? 'bookmark.replyOf' : 'bookmark.of', { name: post.author.nickname })}
          </span>
        )}
        <Time at={entry.created_at} />
        {post && (
          <span>
            <button
              type="button"
              className="hover"
              aria-haspopup="dialog"
              aria-label={t('bookmark.editOf', { name })}
              onClick={() => $editedBookmark.set(postId)}
            >
              {t('bookmark.editShort')}
            </button>
          </span>
        )}
        <span>
          <button
            type="button"
            className="hover remove"
            aria-label={t('bookmark.removeOf', { name })}
            onClick={press(() => removeBookmark(postId))}
          >
            {t('bookmark.removeShort')}
          </button>
        </span>
      </p>
    </li>
  );
}

interface BookmarkAddress {
  keyword: string;
  onlyReminders: boolean;
  page: number;
}

function parseAddress(query: string): BookmarkAddress {
  const given = new URLSearchParams(query);
  return {
    keyword: given.get('q')?.trim() ?? '',
    onlyReminders: given.get('reminders') === '1',
    page: parsePage(given.get('page') ?? undefined) ?? 1,
  };
}

export default function MyBookmarks() {
  const { t, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = parseAddress(query);
  const { keyword, onlyReminders, page } = address;
  const edited = useStore($editedBookmark);
  const path = (change: Partial<BookmarkAddress>) => {
    const next = { ...address, page: 1, ...change };
    return clientPagePath(root, 'me/bookmarks', {
      ...(next.keyword ? { q: next.keyword } : {}),
      ...(next.onlyReminders ? { reminders: '1' } : {}),
      ...(next.page > 1 ? { page: next.page } : {}),
    });
  };
  const isFiltered = keyword !== '' || onlyReminders;
  const empty = isFiltered ? (
    <EmptyState art="bookmarks" of="bookmark.nothing">
      <a
        className="btn"
        href={path({ keyword: '', onlyReminders: false })}
        onClick={onPlainClick(go)}
      >
        {t('bookmark.nothing.action')}
      </a>
    </EmptyState>
  ) : (
    <EmptyState art="bookmarks" of="bookmark.empty">
      <a className="btn" href={homePath(root, { order: 'digest' })}>
        {t('bookmark.empty.action')}
      </a>
    </EmptyState>
  );
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <search className="filters">
        <form
          className="within"
          onSubmit={(event) => {
            event.preventDefault();
            go(path({ keyword: String(new FormData(event.currentTarget).get('q') ?? '').trim() }));
          }}
        >
          <input
            key={keyword}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={keyword}
            aria-label={t('bookmark.search')}
            placeholder={t('bookmark.search')}
          />
        </form>
        <Check
          className="check"
          checked={onlyReminders}
          onChange={(checked) => go(path({ onlyReminders: checked }))}
        >
          {t('bookmark.reminders')}
        </Check>
      </search>
      <MyList
        load={() => listBookmarks(address)}
        page={page}
        href={(number) => path({ page: number })}
        go={go}
        empty={empty}
      >
        {(entries) => (
          <ul className="replied bookmarks">
            {entries.map((entry) => (
              <BookmarkRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </MyList>
      <Suspense>{edited !== undefined && <BookmarkDialog postId={edited} />}</Suspense>
    </>
  );
}
