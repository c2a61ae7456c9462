import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { editPath, forumPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { $account } from '#stores/account.ts';
import { deleteThread } from '#stores/own-posts.ts';
import { $reporting } from '#stores/reporting.ts';
import { $resolved, resolve } from '#stores/resolving.ts';
import { goTo } from '#stores/sheets.ts';
import { report } from '#stores/tips.ts';
import { Moderate } from '../moderation/Tools.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LaterMenu } from '../ui/LaterMenu.tsx';
import { useMark } from '../ui/mark.ts';
import { useTexts } from '../ui/text.ts';
import type { Published, PublishedFirst } from './published.ts';
import { Share } from './Share.tsx';

const loadMenu = () => import('./OwnMenu.tsx').then((module) => module.OwnMenu);

/**
 * Whether the question is answered; for who asked it. Moderators have that in their menu, with a
 * reason.
 */
function Resolve({ threadId, published }: { threadId: number; published: boolean }) {
  const { t } = useTexts();
  const resolved = useStore($resolved) ?? published;
  const [pending, setPending] = useState(false);
  const press = () => {
    if (pending) return;
    setPending(true);
    void resolve(threadId, !resolved)
      .catch(report)
      .finally(() => setPending(false));
  };
  return (
    <button type="button" data-act="resolve" onClick={press}>
      <Icon name={resolved ? 'undo' : 'resolved'} />
      {t(resolved ? 'thread.unresolve' : 'thread.resolve')}
    </button>
  );
}

/** The buttons below the first post. */
export function ThreadActs({ published, first }: { published: Published; first: PublishedFirst }) {
  const { t, lang, root } = useTexts();
  const { threadId, forumId, authorId, subject, facts } = published;
  const like = useMark('like-thread', threadId);
  const favourite = useMark('favourite-thread', threadId);
  const reader = useStore($account)?.id;
  const [resolved] = useState(() => facts?.querySelector('.resolved') !== null);
  const own = reader === authorId;
  const remove = async () => {
    await deleteThread(threadId);
    // The page is gone; where it was listed is the nearest place.
    await goTo(forumPath(root, forumId));
  };
  const deletion = { title: t('own.deleteThread'), text: t('own.deleteThreadText'), work: remove };
  return (
    <>
      <button
        className="btn"
        type="button"
        data-act="like"
        aria-pressed={like.on}
        onClick={like.press}
      >
        <Icon name="like" />
        {t('thread.helpful')} <span>{formatNumber(lang, like.count)}</span>
      </button>
      <button
        className="btn"
        type="button"
        data-act="favourite"
        aria-pressed={favourite.on}
        onClick={favourite.press}
      >
        <Icon name="bookmark" />
        {t('thread.favourite')} <span>{formatNumber(lang, favourite.count)}</span>
      </button>
      <Share title={subject} />
      {own && <Resolve threadId={threadId} published={resolved} />}
      {reader !== undefined && !own && (
        <button
          type="button"
          data-act="report"
          onClick={() => $reporting.set({ postId: first.postId, first: true })}
        >
          <Icon name="report" />
          {t('report.action')}
        </button>
      )}
      <Moderate kind="thread" id={threadId} authorId={authorId} />
      {own && (
        <LaterMenu
          label={t('own.menu')}
          load={loadMenu}
          menu={{ label: t('own.menu'), edit: editPath(root, threadId), deletion }}
        />
      )}
    </>
  );
}
