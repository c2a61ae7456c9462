import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $threadView, changeThreadView, isPublishedView } from '#client/thread/thread-view.ts';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { PublishedThread } from './published-page.ts';

const FilteredReplies = lazy(() => import('./FilteredReplies.tsx'));

const ORDERS = [
  { order: 'desc', act: 'newest', label: 'thread.newestFirst' },
  { order: 'likes', act: 'helpful', label: 'thread.mostHelpful' },
] as const;

/** The filters of replies: the author's only, newest or most helpful first. */
export function ReplyFilters({ at, published }: { at: Element; published: PublishedThread }) {
  const { t } = useTexts();
  const view = useStore($threadView);
  return (
    <>
      <SlotPortal at={at}>
        <button
          type="button"
          data-act="author"
          aria-pressed={view.onlyAuthor}
          onClick={() => changeThreadView({ onlyAuthor: !view.onlyAuthor })}
        >
          {t('thread.onlyAuthor')}
        </button>
        {ORDERS.map(({ order, act, label }) => (
          <button
            key={order}
            type="button"
            data-act={act}
            aria-pressed={view.order === order}
            onClick={() => changeThreadView({ order: view.order === order ? 'asc' : order })}
          >
            {t(label)}
          </button>
        ))}
      </SlotPortal>
      {!isPublishedView(view) && (
        <Suspense>
          <FilteredReplies published={published} />
        </Suspense>
      )}
    </>
  );
}
