import { type ComponentProps, lazy, Suspense } from 'react';
import { useTexts } from '../hooks/use-texts.ts';

const EditReply = lazy(() => import('./EditReply.tsx'));

/** The editor of a reply, whose file is fetched when somebody edits one. */
export function LazyEditReply(props: ComponentProps<typeof EditReply>) {
  const { t } = useTexts();
  return (
    <Suspense fallback={<form className="meta">{t('common.loading')}</form>}>
      <EditReply {...props} />
    </Suspense>
  );
}
