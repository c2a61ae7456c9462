import { useStore } from '@nanostores/react';
import { formatNumber } from '#i18n/format.ts';
import { $account } from '#stores/account.ts';
import { $reporting } from '#stores/reporting.ts';
import { Icon } from '../ui/Icon.tsx';
import { useMark } from '../ui/mark.ts';
import { useTexts } from '../ui/text.ts';

interface Props {
  postId: number;
  authorId: number;
  onQuote(): void;
}

/** The buttons below a reply. */
export function ReplyActs({ postId, authorId, onQuote }: Props) {
  const { t, lang } = useTexts();
  const like = useMark('like-post', postId);
  const reader = useStore($account)?.id;
  return (
    <>
      <button type="button" data-act="like" aria-pressed={like.on} aria-label={`${t('thread.like')} ${formatNumber(lang, like.count)}`} onClick={like.press}>
        <Icon name="like" />
        {formatNumber(lang, like.count)}
      </button>
      <button type="button" data-act="quote" onClick={onQuote}>
        <Icon name="quote" />
        {t('thread.quote')}
      </button>
      {reader !== undefined && reader !== authorId && (
        <button type="button" data-act="report" onClick={() => $reporting.set(postId)}>
          <Icon name="report" />
          {t('report.action')}
        </button>
      )}
    </>
  );
}
