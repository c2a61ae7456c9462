import { useStore } from '@nanostores/react';
import { pageArea } from '#client/core/page-info.ts';
import { $selectedIds } from '#client/moderation/moderator-view.ts';
import { clientPagePath, threadPath } from '#contracts/paths.ts';
import type { ModeratedForumWire, WithheldThreadWire } from '#contracts/wire/moderator-view.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { Time } from '../components/Time.tsx';
import { UserLink } from '../components/UserLink.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AppendPortal } from './AppendPortal.tsx';
import { ModerateIcon } from './ModerateIcon.tsx';
import { ModeratorTools } from './ModeratorTools.tsx';
import { WithheldReasonNote } from './WithheldReasonNote.tsx';

function WithheldThreadRow({ thread }: { thread: WithheldThreadWire }) {
  const { root } = useTexts();
  return (
    <li className="row withheld-row" data-thread={thread.id}>
      <div>
        <p>
          <a className="subject" href={threadPath(root, thread.id)}>
            {thread.subject}
          </a>
        </p>
        <p className="withheld-note">
          <WithheldReasonNote why={thread.why} by={thread.by} kind="thread" id={thread.id} />
        </p>
        <p className="meta dots">
          <span>
            <UserLink user={thread.user} />
          </span>
          <Time at={thread.created_at} />
        </p>
      </div>
    </li>
  );
}

/** A forum page's moderation mode: selects threads and lists the withheld ones (R22). */
export default function ForumModeration({ forum }: { forum: ModeratedForumWire }) {
  const { t, lang, root } = useTexts();
  const isSelecting = useStore($selectedIds) !== undefined;
  const rows = document.querySelector('.forum .rows, .forum .tabs-row, main > :is(.rows, .state)');
  const waiting = t('moderation.queue.inForum', { count: forum.waiting });
  return (
    <>
      <ModeratorTools head=".forum-head">
        {forum.waiting > 0 && (
          <a className="tool" href={clientPagePath(root, 'me/moderation', { forum: forum.id })}>
            <Icon name="report" />
            {pageArea() === 'phone' ? (
              <>
                <span className="vh">{waiting}</span>
                <span aria-hidden="true">{formatNumber(lang, forum.waiting)}</span>
              </>
            ) : (
              waiting
            )}
          </a>
        )}
        <button
          className="tool moderate"
          type="button"
          data-act="moderate"
          aria-pressed={isSelecting}
          onClick={() => $selectedIds.set(isSelecting ? undefined : new Set())}
        >
          <ModerateIcon />
        </button>
      </ModeratorTools>
      {isSelecting && forum.withheld.length > 0 && rows?.parentElement && (
        <AppendPortal
          in={rows.parentElement}
          className="withheld-threads"
          before={rows.matches('.rows') ? rows : rows.nextElementSibling}
        >
          <section aria-label={t('moderation.withheldThreads')}>
            <h3>{t('moderation.withheldThreads')}</h3>
            <p className="meta">{t('moderation.onlyYou')}</p>
            <ul>
              {forum.withheld.map((thread) => (
                <WithheldThreadRow key={thread.id} thread={thread} />
              ))}
            </ul>
          </section>
        </AppendPortal>
      )}
    </>
  );
}
