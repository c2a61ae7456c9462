import type { ThreadPage } from '#contracts/page-model.ts';
import { threadPath } from '#contracts/paths.ts';
import { formatDuration } from '#i18n/format.ts';
import { textAroundTime } from '#i18n/text-around.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { Time } from '#islands/components/Time.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  thread: ThreadPage['thread'];
  page: number;
}

export function ThreadMeta({ thread, page }: Props) {
  const { t, root, lang } = useTexts();
  const { marks } = thread;
  const [editedBefore, editedBehind] = textAroundTime(t, 'thread.edited');
  return (
    <p className="facts meta num">
      {marks.digest && (
        <span className="digest">
          <Icon name="star" />
          {t('marks.digest')}
        </span>
      )}
      {marks.resolved && (
        <span className="resolved">
          <Icon name="resolved" />
          {t('marks.resolved')}
        </span>
      )}
      {marks.poll && (
        <span>
          <Icon name="chart" />
          {t('marks.poll')}
        </span>
      )}
      {marks.closed && (
        <span>
          <Icon name="lock" />
          {t('marks.closed')}
        </span>
      )}
      {thread.slowMinutes > 0 && (
        <span>
          <Icon name="clock" />
          {t('thread.slow', { pause: formatDuration(lang, thread.slowMinutes * 60) })}
        </span>
      )}
      <span>{t('thread.repliesCount', { count: thread.repliesCnt })}</span>
      <span>{t('thread.viewsCount', { count: thread.viewsCnt })}</span>
      {page > 1 && (
        <a className="link" href={threadPath(root, thread.id)}>
          {t('thread.firstPage')}
        </a>
      )}
      {thread.editedAt && (
        <span className="edited">
          {editedBefore}
          <Time at={thread.editedAt} />
          {editedBehind}
        </span>
      )}
    </p>
  );
}
