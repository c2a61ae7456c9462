import { type ComponentProps, lazy, Suspense } from 'react';
import { useTexts } from '../hooks/use-texts.ts';

const EditReply = lazy(() => import('./EditReply.tsx'));

/** Fetches the editor of a reply on its first use. */
export function LazyEditReply(props: ComponentProps<typeof EditReply>) {
  const { t } = useTexts();
  return (
    <Suspense fallback={<form className="meta">{t('common.loading')}</form>}>
      <EditReply {...props} />
    </Suspense>
  );
}
