import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { loadFavouriteForums, loadFavouriteThreads } from '#client/account/my-content.ts';
import { $reactions, reactionKey, toggleReaction } from '#client/thread/reactions.ts';
import { forumPath, forumsPath, homePath } from '#contracts/paths.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import { pickLang, wireName } from '#i18n/localized.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ForumIcon } from '../components/ForumIcon.tsx';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';
import { MyList, type MyListQuery, myListPath, parseMyListQuery } from './MyList.tsx';
import { ThreadRow } from './ThreadRow.tsx';

interface Props {
  kind: 'favourite-thread' | 'favourite-forum';
  id: number;
  name: string;
  className: string;
  /** Renders a favourite with the button that removes it. */
  children(remove: ReactNode): ReactNode;
}

/** A favourite. A removed one stays listed, so that it can be restored. */
function Favourite({ kind, id, name, className, children }: Props) {
  const { t } = useTexts();
  const key = reactionKey(kind, id);
  const isFavourite = useStore($reactions, { keys: [key] })[key]?.on ?? true;
  const button = useRef<HTMLButtonElement>(null);
  const wasToggled = useRef(false);
  // The focus moves to the button that replaces the pressed one.
  useEffect(() => {
    if (wasToggled.current) button.current?.focus({ preventScroll: true });
    wasToggled.current = false;
  });
  // A second click waits for the first one's result.
  const lastToggle = useRef(Promise.resolve());
  const toggleFavourite = () => {
    lastToggle.current = lastToggle.current.then(() => {
      wasToggled.current = true;
      return toggleReaction(kind, id);
    });
  };
  if (isFavourite)
    return (
      <li className={className}>
        {children(
          <button
            type="button"
            ref={button}
            className="hover remove"
            aria-label={t('own.remove', { name })}
            onClick={toggleFavourite}
          >
            <Icon name="close" />
            {t('own.removeShort')}
          </button>,
        )}
      </li>
    );
  return (
    <li className="removed">
      <p role="status">{t('own.removed', { name })}</p>
      <button type="button" ref={button} className="link" onClick={toggleFavourite}>
        {t('own.undo')}
      </button>
    </li>
  );
}

function ForumRow({ forum, remove }: { forum: ForumBriefWire; remove: ReactNode }) {
  const { t, lang, root } = useTexts();
  return (
    <>
      <span className="drawn">
        <ForumIcon icon={forum.icon} />
      </span>
      <div>
        <p>
          <a className="subject" href={forumPath(root, forum.id)}>
            {wireName(lang, forum)}
          </a>
        </p>
        <p className="meta">{pickLang(lang, forum.brief, forum.brief_en)}</p>
        <p className="meta dots num">
          <span>{t('forums.posts', { threads: forum.threads_cnt, posts: forum.posts_cnt })}</span>
          {forum.today_posts_cnt > 0 && (
            <span>{t('forums.today', { n: forum.today_posts_cnt })}</span>
          )}
          <span>{remove}</span>
        </p>
      </div>
    </>
  );
}

export default function MyFavourites() {
  const { t, lang, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = parseMyListQuery(query);
  const { tab, page } = address;
  const path = (change: Partial<MyListQuery>) =>
    myListPath(root, 'me/favourites', { ...address, ...change });
  const empty = (
    <EmptyState art="bookmarks" of={`own.noFavourites.${tab}`}>
      <a
        className="btn"
        href={tab === 'threads' ? homePath(root, { order: 'digest' }) : forumsPath(root)}
      >
        {t(`own.noFavourites.${tab}.action`)}
      </a>
    </EmptyState>
  );
  const list = { page, href: (number: number) => path({ page: number }), go, empty };
  return (
    <>
      <nav className="filters chosen-one" aria-label={t('clientPage.favourites')}>
        {(['threads', 'forums'] as const).map((one) => (
          <a
            key={one}
            href={path({ tab: one, page: 1 })}
            aria-current={one === tab ? 'page' : undefined}
            onClick={onPlainClick(go)}
          >
            {t(`own.tabs.${one}`)}
          </a>
        ))}
      </nav>
      {tab === 'threads' ? (
        <MyList {...list} load={() => loadFavouriteThreads(page)}>
          {(threads) => (
            <ul className="rows">
              {threads.map((thread) => (
                <Favourite
                  key={thread.id}
                  kind="favourite-thread"
                  id={thread.id}
                  name={thread.subject}
                  className="row"
                >
                  {(remove) => (
                    <ThreadRow thread={thread}>
                      <span>{remove}</span>
                    </ThreadRow>
                  )}
                </Favourite>
              ))}
            </ul>
          )}
        </MyList>
      ) : (
        <MyList {...list} load={loadFavouriteForums}>
          {(forums) => (
            <ul className="rows">
              {forums.map((forum) => (
                <Favourite
                  key={forum.id}
                  kind="favourite-forum"
                  id={forum.id}
                  name={wireName(lang, forum)}
                  className="row favourite-forum"
                >
                  {(remove) => <ForumRow forum={forum} remove={remove} />}
                </Favourite>
              ))}
            </ul>
          )}
        </MyList>
      )}
    </>
  );
}
