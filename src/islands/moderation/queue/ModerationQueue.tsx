import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { call } from '#client/core/api.ts';
import { loadPendingCounts } from '#client/moderation/queue.ts';
import type { WaitingCountsWire } from '#contracts/wire/moderation.ts';
import { formatNumber } from '#i18n/format.ts';
import styles from '#styles/moderation-queue.css?url';
import { EmptyState } from '../../components/EmptyState.tsx';
import { NamedOptions, Options } from '../../components/Options.tsx';
import { Select } from '../../components/Select.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../../hooks/use-url-query.ts';
import { ForumLog } from './ForumLog.tsx';
import {
  CASE_STATES,
  parseQueueQuery,
  QUEUE_TABS,
  type QueueListProps,
  type QueueQuery,
  type QueueTab,
  queuePath,
} from './queue-query.ts';
import { ReportQueue } from './ReportQueue.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';

const countOf = (tab: QueueTab, counts: WaitingCountsWire | undefined): number | undefined =>
  tab === 'log' ? undefined : counts?.[tab];

/** Reports, held posts and the log of a moderator's forums (R28, R14). */
export default function ModerationQueue() {
  if (useStore($account)?.moderates) return <Queue />;
  return <EmptyState art="review" of="moderation.queue.nobody" />;
}

function Queue() {
  const { t, lang, root } = useTexts();
  const { query, go, replace } = useUrlQuery();
  const counts = useQuery('waiting', loadPendingCounts);
  const forums = useQuery('forums', () => call('GET /v1/user/forum'));
  const address = parseQueueQuery(query);
  const { tab, state, forumId } = address;
  const path = (change: Partial<QueueQuery>) => queuePath(root, { ...address, ...change });
  const first = { page: 1, caseId: undefined };
  const list: QueueListProps = { address, path, go, replace, onDecided: () => counts.reload(true) };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <div className="filters queue-filters">
        <nav className="queue-tabs" aria-label={t('moderation.queue.tabs')}>
          {QUEUE_TABS.map((one) => {
            const count = countOf(one, counts.value);
            return (
              <a
                key={one}
                href={path({ ...first, tab: one, state: 'open' })}
                aria-current={one === tab ? 'page' : undefined}
                onClick={onPlainClick(go)}
              >
                {t(`moderation.queue.tab.${one}`)}
                {one !== 'log' && (
                  <span className="num">{count !== undefined && formatNumber(lang, count)}</span>
                )}
              </a>
            );
          })}
        </nav>
        {tab === 'reports' && (
          <Select
            label={t('moderation.queue.state')}
            value={state}
            isSet={state !== 'open'}
            onChange={(value) =>
              go(path({ ...first, state: CASE_STATES.find((one) => one === value) ?? 'open' }))
            }
          >
            <Options values={CASE_STATES} label={(one) => t(`moderation.reports.tab.${one}`)} />
          </Select>
        )}
        <Select
          label={t('moderation.queue.forum')}
          value={String(forumId ?? '')}
          isSet={forumId !== undefined}
          onChange={(value) => go(path({ ...first, forumId: Number(value) || undefined }))}
        >
          <option value="">{t('moderation.queue.anyForum')}</option>
          <NamedOptions options={forums.value} />
        </Select>
      </div>
      {tab === 'reports' && <ReportQueue {...list} />}
      {tab === 'review' && <ReviewQueue {...list} />}
      {tab === 'log' && <ForumLog forumId={forumId} forums={forums.value} />}
    </>
  );
}
