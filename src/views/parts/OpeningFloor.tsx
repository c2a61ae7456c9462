import type { ThreadPage } from '#contracts/page-model.ts';
import { replyAnchor } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/* The name of the first post's floor, which is its permanent link: see decisions/floors.md. */
interface Props {
  t: TFunction;
  thread: ThreadPage['thread'];
}

export function OpeningFloor({ t, thread }: Props) {
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
