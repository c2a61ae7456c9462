import type { ThreadPage } from '#contracts/page-model.ts';
import { replyAnchor } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

/* The first post's floor, its permanent link: decisions/thread-pages.md. */
export function OpeningFloor({ thread }: { thread: ThreadPage['thread'] }) {
  const { t } = useTexts();
  return (
    <a
      className="hover"
      id="f0"
      href={`#${replyAnchor(thread.firstPostId)}`}
      aria-label={t('thread.opLabel')}
    >
      {t('thread.op')}
    </a>
  );
}
