import type { ThreadPage } from '#contracts/page-model.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  thread: Pick<ThreadPage['thread'], 'likesCnt' | 'favouritesCnt'>;
  /** Icons with their counts; the texts are for screen readers. */
  isCompact?: boolean;
}

/** The buttons that like a thread and make it a favourite, as they are published. */
export function ThreadReactions({ thread, isCompact = false }: Props) {
  const { t, lang } = useTexts();
  const label = (text: string) => (isCompact ? <span className="vh">{text}</span> : text);
  return (
    <>
      <button className="btn" type="button" data-act="like" aria-pressed="false">
        <Icon name="like" />
        {label(t('thread.helpful'))}{' '}
        <span translate="no">{formatNumber(lang, thread.likesCnt)}</span>
      </button>
      <button className="btn" type="button" data-act="favourite" aria-pressed="false">
        <Icon name="star" />
        {label(t('thread.favourite'))}{' '}
        <span translate="no">{formatNumber(lang, thread.favouritesCnt)}</span>
      </button>
    </>
  );
}
