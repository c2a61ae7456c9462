import type { ThreadPage } from '#contracts/page-model.ts';
import { replyAnchor } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

/* The name of the first post's floor, which is its permanent link: see decisions/floors.md. */
interface Props {
  thread: ThreadPage['thread'];
}

export function OpeningFloor({ thread }: Props) {
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
