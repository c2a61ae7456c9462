import type { ThreadPage } from '#contracts/page-model.ts';
import { type Root, threadPath } from '#contracts/paths.ts';
import { textAroundTime } from '#i18n/text-around.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { Icon } from './Icon.tsx';
import { Time } from './Time.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  /** Where links lead; the desktop's pages unless told. */
  root?: Root;
  thread: ThreadPage['thread'];
  page: number;
}

export function ThreadMeta({ lang, root = lang, t, thread, page }: Props) {
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
          <Time at={thread.editedAt} lang={lang} />
          {editedBehind}
        </span>
      )}
    </p>
  );
}
