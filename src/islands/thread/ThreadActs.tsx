import { formatNumber } from '#i18n/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useMark } from '../ui/mark.ts';
import { useTexts } from '../ui/text.ts';

/** The buttons below the first post. Sharing is answered by the page's own script. */
export function ThreadActs({ threadId }: { threadId: number }) {
  const { t, lang } = useTexts();
  const like = useMark('like-thread', threadId);
  const favourite = useMark('favourite-thread', threadId);
  return (
    <>
      <button className="btn" type="button" data-act="like" aria-pressed={like.on} onClick={like.press}>
        <Icon name="like" />
        {t('thread.helpful')} <span>{formatNumber(lang, like.count)}</span>
      </button>
      <button className="btn" type="button" data-act="favourite" aria-pressed={favourite.on} onClick={favourite.press}>
        <Icon name="bookmark" />
        {t('thread.favourite')} <span>{formatNumber(lang, favourite.count)}</span>
      </button>
      <button className="share" type="button" data-act="share">
        <Icon name="share" />
        {t('thread.share')}
      </button>
    </>
  );
}
