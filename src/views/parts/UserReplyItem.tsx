import { htmlLang, langOf } from '#contracts/language.ts';
import type { UserReply } from '#contracts/page-model.ts';
import { replyPagePath } from '#contracts/paths.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Time } from '#islands/components/Time.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  reply: UserReply;
}

export function UserReplyItem({ reply }: Props) {
  const { t, lang, root } = useTexts();
  const written = langOf(reply.language);
  return (
    <li>
      <a
        className="subject"
        href={replyPagePath(root, reply.threadId, reply.floor, reply.postId)}
        lang={written === lang ? undefined : htmlLang(written)}
      >
        {reply.subject || t('thread.withheld.hiddenThread')}
      </a>
      <p lang={htmlLang(guessLang(reply.excerpt))}>{reply.excerpt}</p>
      <p className="meta dots">
        <span>{t('thread.floor', { n: reply.floor })}</span>
        <span>
          <Time at={reply.createdAt} />
        </span>
      </p>
    </li>
  );
}
