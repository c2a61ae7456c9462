import type { toSearchHit } from '#client/search/search.ts';
import { forumPath, replyPagePath, threadPath } from '#contracts/paths.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import { wireName } from '#i18n/localized.ts';
import { foreignLang, foreignThreadLang } from '../components/foreign-lang.ts';
import { Time } from '../components/Time.tsx';
import { UserLink } from '../components/UserLink.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);
const decodeEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES.get(entity) ?? entity);

/** The text of a hit, with matches in `<em>`. Everything else is text, never HTML. */
function HighlightedText({ html }: { html: string }) {
  // Every second piece is a match, between the tags.
  return html.split(/<em>([^<]*)<\/em>/g).map((piece, index) => {
    const text = decodeEntities(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
    return index % 2 === 1 ? <em key={index}>{text}</em> : text;
  });
}

interface Props {
  hit: ReturnType<typeof toSearchHit>;
  forum: ForumBriefWire | undefined;
}

/** A thread with its best match, linked to that post. */
export function SearchHit({ hit, forum }: Props) {
  const { t, lang, root } = useTexts();
  const { threadId, postId, floor, forumId, author, excerpt } = hit;
  const isRemoved = useRemoved({ thread: threadId, post: postId, user: author.id });
  if (isRemoved) return null;
  const href =
    floor > 0 ? replyPagePath(root, threadId, floor, postId) : threadPath(root, threadId);
  return (
    <li className="hit" data-thread={threadId} data-forum={forumId} data-author={author.id}>
      <h2>
        <a className="subject" href={href} lang={foreignThreadLang(lang, hit.language)}>
          <HighlightedText html={hit.subject} />
        </a>
      </h2>
      {excerpt && (
        <p lang={foreignLang(lang, excerpt)}>
          <HighlightedText html={excerpt} />
        </p>
      )}
      <p className="meta dots num">
        <span>
          <UserLink user={author} />
        </span>
        {floor > 0 && <span>{t('thread.floor', { n: floor })}</span>}
        {forum && (
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {wireName(lang, forum)}
            </a>
          </span>
        )}
        <span>{t('thread.repliesCount', { count: hit.repliesCnt })}</span>
        <Time at={hit.lastReplyAt} />
      </p>
    </li>
  );
}
