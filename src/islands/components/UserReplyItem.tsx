import type { ReactNode } from 'react';
import { htmlLang } from '#contracts/language.ts';
import { toMediaWords, withMediaWord } from '#contracts/media-words.ts';
import type { UserReply } from '#contracts/page-model.ts';
import { replyPagePath } from '#contracts/paths.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { foreignThreadLang } from './foreign-lang.ts';
import { Time } from './Time.tsx';

interface Props {
  reply: UserReply;
  /** Why other readers can't see it. */
  withheld?: ReactNode;
  /** Content after the floor. */
  children?: ReactNode;
}

/** A reply in the list of a user's replies, on the user's page or the reader's own. */
export function UserReplyItem({ reply, withheld, children }: Props) {
  const { t, lang, root } = useTexts();
  const excerpt = withMediaWord(reply.excerpt, toMediaWords(t));
  return (
    <li>
      <a
        className="subject"
        href={replyPagePath(root, reply.threadId, reply.floor, reply.postId)}
        lang={foreignThreadLang(lang, reply.language)}
      >
        {reply.subject || t('thread.withheld.hiddenThread')}
      </a>
      {(excerpt || import.meta.env.SSR) && <p lang={htmlLang(guessLang(excerpt))}>{excerpt}</p>}
      <p className={children ? 'meta dots num' : 'meta dots'}>
        {withheld}
        <span>{t('thread.floor', { n: reply.floor })}</span>
        {children}
        <span>
          <Time at={reply.createdAt} />
        </span>
      </p>
    </li>
  );
}
