import { htmlLang } from '#contracts/language.ts';
import { forumPath, replyPlace, threadPath, userPath } from '#contracts/paths.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { inLang } from '#i18n/named.ts';
import { writtenIn } from '#i18n/words.ts';
import { useGone } from '../gone/useGone.ts';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { Highlighted } from './Highlighted.tsx';

interface Props {
  hit: SearchHitWire;
  forum: ForumBriefWire | undefined;
}

/** A thread that was found, with the post that matches best; leads to that post. */
export function Hit({ hit, forum }: Props) {
  const { t, lang, root } = useTexts();
  const gone = useGone({ thread: hit.id, post: hit.post_id, user: hit.user.id });
  if (gone) return null;
  const written = hit.language === 'en_US' ? 'en' : 'zh';
  const saidIn = writtenIn(hit.content);
  const href =
    hit.storey > 0 ? replyPlace(root, hit.id, hit.storey, hit.post_id) : threadPath(root, hit.id);
  return (
    <li className="hit">
      <h2>
        <a className="subject" href={href} lang={written === lang ? undefined : htmlLang(written)}>
          <Highlighted html={hit.subject} />
        </a>
      </h2>
      {hit.content && (
        <p lang={saidIn === lang ? undefined : htmlLang(saidIn)}>
          <Highlighted html={hit.content} />
        </p>
      )}
      <p className="meta dots num">
        <span>
          <a className="name hover" href={userPath(root, hit.user.id)}>
            {hit.user.nickname}
          </a>
        </span>
        {hit.storey > 0 && <span>{t('thread.floor', { n: hit.storey })}</span>}
        {forum && (
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {inLang(lang, forum.name, forum.name_en)}
            </a>
          </span>
        )}
        <span>{t('thread.repliesCount', { count: hit.posts_cnt })}</span>
        <span>
          <Time at={hit.last_date} />
        </span>
      </p>
    </li>
  );
}
