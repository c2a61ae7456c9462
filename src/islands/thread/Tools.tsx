import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $view, isPublished, look } from '#stores/thread-view.ts';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';
import type { Published } from './published.ts';

const FoundReplies = lazy(() => import('./FoundReplies.tsx'));

/** Looking at a thread's replies in another way than they are published. */
export function Tools({ at, published }: { at: Element; published: Published }) {
  const { t } = useTexts();
  const view = useStore($view);
  return (
    <>
      <Slot at={at}>
        <button
          type="button"
          data-act="author"
          aria-pressed={view.onlyAuthor}
          onClick={() => look({ onlyAuthor: !view.onlyAuthor })}
        >
          {t('thread.onlyAuthor')}
        </button>
        <button
          type="button"
          data-act="newest"
          aria-pressed={view.newestFirst}
          onClick={() => look({ newestFirst: !view.newestFirst })}
        >
          {t('thread.newestFirst')}
        </button>
      </Slot>
      {!isPublished(view) && (
        <Suspense>
          <FoundReplies published={published} />
        </Suspense>
      )}
    </>
  );
}
