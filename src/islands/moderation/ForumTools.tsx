import { useStore } from '@nanostores/react';
import { threadPath, userPath } from '#contracts/paths.ts';
import type { ModeratedForumWire, WithheldThreadWire } from '#contracts/wire/moderating.ts';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { Host } from './Host.tsx';
import { Shield } from './Shield.tsx';
import { $selected } from './selection.ts';
import { Why } from './Why.tsx';

function WithheldRow({ thread }: { thread: WithheldThreadWire }) {
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
          <Why why={thread.why} by={thread.by} kind="thread" id={thread.id} />
        </p>
        <p className="meta dots">
          <span>
            <a className="name hover" href={userPath(root, thread.user.id)}>
              {thread.user.nickname}
            </a>
          </span>
          <span>
            <Time at={thread.created_at} />
          </span>
        </p>
      </div>
    </li>
  );
}

/**
 * On a forum's page: moderating mode, in which threads are chosen and those that others don't see
 * are listed (R22).
 */
export default function ForumTools({ forum }: { forum: ModeratedForumWire }) {
  const { t } = useTexts();
  const selecting = useStore($selected) !== undefined;
  const head = document.querySelector('.forum-head');
  const rows = document.querySelector('.forum .rows, .forum .tabs-row, main > :is(.rows, .state)');
  return (
    <>
      {head && (
        <Host in={head} className="forum-tools" as="span" before={head.querySelector('.btn.fill')}>
          <button
            className="btn moderate"
            type="button"
            data-act="moderate"
            aria-pressed={selecting}
            onClick={() => $selected.set(selecting ? undefined : new Set())}
          >
            <Shield />
          </button>
        </Host>
      )}
      {selecting && forum.withheld.length > 0 && rows?.parentElement && (
        <Host
          in={rows.parentElement}
          className="withheld-threads"
          before={rows.matches('.rows') ? rows : rows.nextElementSibling}
        >
          <section aria-label={t('moderation.withheldThreads')}>
            <h3>{t('moderation.withheldThreads')}</h3>
            <p className="meta">{t('moderation.onlyYou')}</p>
            <ul>
              {forum.withheld.map((thread) => (
                <WithheldRow key={thread.id} thread={thread} />
              ))}
            </ul>
          </section>
        </Host>
      )}
    </>
  );
}
