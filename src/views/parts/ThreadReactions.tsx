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
  const labelClass = isCompact ? 'vh' : undefined;
  return (
    <>
      <button className="btn" type="button" data-act="like" aria-pressed="false">
        <Icon name="like" />
        <span className={labelClass}>{t('thread.helpful')}</span>{' '}
        <span translate="no">{formatNumber(lang, thread.likesCnt)}</span>
      </button>
      <button className="btn" type="button" data-act="favourite" aria-pressed="false">
        <Icon name="star" />
        <span className={labelClass}>{t('thread.favourite')}</span>{' '}
        <span translate="no">{formatNumber(lang, thread.favouritesCnt)}</span>
      </button>
    </>
  );
}
