import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { $account } from '#stores/account.ts';
import { learn, seed } from '#stores/reactions.ts';
import { Icon } from '../ui/Icon.tsx';
import { useMark } from '../ui/mark.ts';
import { useTexts } from '../ui/text.ts';

/** Keeps a forum among the reader's favourites. Draws what is in the button that was published. */
export function Forum({ forumId, favourites }: { forumId: number; favourites: number }) {
  const { t, lang } = useTexts();
  useState(() => seed('favourite-forum', forumId, favourites));
  const reader = useStore($account)?.id;
  useEffect(() => {
    if (reader !== undefined) learn('favourite-forum', [forumId]);
  }, [reader, forumId]);
  const mark = useMark('favourite-forum', forumId);
  return (
    <button
      className="btn"
      type="button"
      data-act="favourite-forum"
      aria-pressed={mark.on}
      onClick={mark.press}
    >
      <Icon name="star" />
      {t('forum.favourite')} <span className="num">{formatNumber(lang, mark.count)}</span>
    </button>
  );
}
