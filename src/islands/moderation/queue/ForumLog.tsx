import { showErrorToast } from '#client/core/toasts.ts';
import { loadActionLog } from '#client/moderation/queue.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { LogEntryWire } from '#contracts/wire/moderation.ts';
import { formatDateTime } from '#i18n/format.ts';
import { wireName } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LogTarget } from './LogTarget.tsx';
import { useActionName } from './use-action-name.ts';

function LogEntry({ entry, forum }: { entry: LogEntryWire; forum: string }) {
  const { lang } = useTexts();
  const nameOf = useActionName();
  return (
    <li>
      <p>
        <b>{nameOf(entry.action)}</b>
      </p>
      <LogTarget entry={entry} forum={forum} />
      {entry.reason && <p lang={foreignLang(lang, entry.reason)}>{entry.reason}</p>}
      <p className="meta dots num">
        <span>{entry.actor.nickname}</span>
        <span>
          <time dateTime={entry.created_at} data-full>
            {formatDateTime(lang, new Date(entry.created_at))}
          </time>
        </span>
        {/* at the end: it may load later */}
        {forum && <span>{forum}</span>}
      </p>
    </li>
  );
}

interface Props {
  /** Omitted: all forums that the reader moderates. */
  forumId: number | undefined;
  forums: readonly ForumBriefWire[] | undefined;
}

/** Actions of moderators in the reader's forums, latest first. */
export function ForumLog({ forumId, forums }: Props) {
  const { t, lang } = useTexts();
  const loading = useSubmit();
  const { value, failure, reload, update } = useQuery(`log ${forumId}`, () =>
    loadActionLog(forumId, undefined),
  );
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton />;
  const { entries, next } = value;
  if (entries.length === 0) return <EmptyState of="moderation.log.empty" />;
  const nameOfForum = (id: number) => {
    const forum = forums?.find((one) => one.id === id);
    return forum ? wireName(lang, forum) : '';
  };
  const loadEarlier = () =>
    loadActionLog(forumId, next ?? undefined).then(
      (more) => update((now) => ({ entries: [...now.entries, ...more.entries], next: more.next })),
      showErrorToast,
    );
  return (
    <>
      <ol className="queue-list" aria-label={t('moderation.queue.logList')}>
        {entries.map((entry) => (
          <LogEntry key={entry.id} entry={entry} forum={nameOfForum(entry.forum_id)} />
        ))}
      </ol>
      {next !== null && (
        <Button
          isInactive={loading.step === 'pending'}
          onClick={() => void loading.run(loadEarlier)}
        >
          {t('moderation.queue.earlier')}
        </Button>
      )}
    </>
  );
}
