import { forumPath, replyPagePath, threadPath } from '#contracts/paths.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { pickLang } from '#i18n/localized.ts';
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

/**
 * The text of a hit, whose matches the server wraps in `<em>`. Everything else is shown as text,
 * never as HTML.
 */
function HighlightedText({ html }: { html: string }) {
  // Every second piece is between the tags, and so a match.
  return html.split(/<em>([^<]*)<\/em>/g).map((piece, index) => {
    const text = decodeEntities(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
    return index % 2 === 1 ? <em key={index}>{text}</em> : text;
  });
}

interface Props {
  hit: SearchHitWire;
  forum: ForumBriefWire | undefined;
}

/** A found thread with its best match, and a link to that post. */
export function SearchHit({ hit, forum }: Props) {
  const { t, lang, root } = useTexts();
  const isRemoved = useRemoved({ thread: hit.id, post: hit.post_id, user: hit.user.id });
  if (isRemoved) return null;
  const href =
    hit.storey > 0
      ? replyPagePath(root, hit.id, hit.storey, hit.post_id)
      : threadPath(root, hit.id);
  return (
    <li className="hit" data-thread={hit.id} data-forum={hit.forum_id} data-author={hit.user.id}>
      <h2>
        <a className="subject" href={href} lang={foreignThreadLang(lang, hit.language)}>
          <HighlightedText html={hit.subject} />
        </a>
      </h2>
      {hit.content && (
        <p lang={foreignLang(lang, hit.content)}>
          <HighlightedText html={hit.content} />
        </p>
      )}
      <p className="meta dots num">
        <span>
          <UserLink user={hit.user} />
        </span>
        {hit.storey > 0 && <span>{t('thread.floor', { n: hit.storey })}</span>}
        {forum && (
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {pickLang(lang, forum.name, forum.name_en)}
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
