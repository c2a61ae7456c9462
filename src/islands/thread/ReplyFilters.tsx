import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $threadView, changeThreadView, isPublishedView } from '#stores/thread/thread-view.ts';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { PublishedThread } from './published-page.ts';

const FilteredReplies = lazy(() => import('./FilteredReplies.tsx'));

/** The filters of a thread's replies: the author's only, newest first. */
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
        <button
          type="button"
          data-act="newest"
          aria-pressed={view.newestFirst}
          onClick={() => changeThreadView({ newestFirst: !view.newestFirst })}
        >
          {t('thread.newestFirst')}
        </button>
      </SlotPortal>
      {!isPublishedView(view) && (
        <Suspense>
          <FilteredReplies published={published} />
        </Suspense>
      )}
    </>
  );
}
