import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { initReaction, loadOwnReactions } from '#client/thread/reactions.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { useReaction } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Makes a forum a favourite; renders into the published button. */
export function FavouriteForumButton({
  forumId,
  favourites,
}: {
  forumId: number;
  favourites: number;
}) {
  const { t, lang } = useTexts();
  useState(() => initReaction('favourite-forum', forumId, favourites));
  const reader = useStore($account)?.id;
  useEffect(() => {
    if (reader !== undefined) loadOwnReactions('favourite-forum', [forumId]);
  }, [reader, forumId]);
  const favourite = useReaction('favourite-forum', forumId);
  return (
    <button
      className="btn"
      type="button"
      data-act="favourite-forum"
      aria-pressed={favourite.on}
      onClick={favourite.press}
    >
      <Icon name="star" />
      {t('forum.favourite')} <span className="num">{formatNumber(lang, favourite.count)}</span>
    </button>
  );
}
