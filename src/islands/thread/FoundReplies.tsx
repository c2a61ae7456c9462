import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PostWire } from '#contracts/wire/post.ts';
import type { Failure } from '#stores/failure.ts';
import {
  $found,
  $turn,
  $view,
  type Found,
  findAgain,
  loadReplies,
  look,
  type ThreadView,
} from '#stores/thread-view.ts';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { PageButtons } from '../ui/Pager.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';
import type { Published } from './published.ts';
import { type QuoteShown, ReplyView } from './ReplyView.tsx';

/** Characters of a quoted reply that are shown; as many as pages show. */
const QUOTED = 120;

const textOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '')
    .trim()
    .replace(/\s+/gu, ' ')
    .slice(0, QUOTED);

function quoteIn(
  { quote_post: quote }: PostWire,
  withheld: readonly string[],
): QuoteShown | undefined {
  if (!quote) return undefined;
  const gone = quote.deleted_at !== null || withheld.includes(quote.message);
  return {
    postId: quote.id,
    floor: quote.storey,
    nickname: quote.user.nickname,
    text: gone ? undefined : textOf(quote.message),
  };
}

/** Replies as a view wants them: what was found for this one, or nothing yet. */
function useFound(
  { threadId, authorId }: Published,
  view: ThreadView,
): { found: Found | undefined; refused: Failure | undefined; again(): void } {
  const [state, setState] = useState<{ view: ThreadView; found?: Found; refused?: Failure }>();
  const turn = useStore($turn);
  // Another turn asks for the same once more, and what is there stays until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn
  useEffect(() => {
    let wanted = true;
    loadReplies(threadId, authorId, view).then(
      (found) => wanted && setState({ view, found }),
      (refused: Failure) => wanted && setState({ view, refused }),
    );
    return () => {
      wanted = false;
    };
  }, [threadId, authorId, view, turn]);
  const now = state?.view === view ? state : undefined;
  const again = () => {
    setState(undefined);
    findAgain();
  };
  return { found: now?.found, refused: now?.refused, again };
}

/** Replies in another order, or of the author alone, in place of the published ones. */
export default function FoundReplies({ published }: { published: Published }) {
  const { t } = useTexts();
  const { list } = published;
  const view = useStore($view);
  const { found, refused, again } = useFound(published, view);
  const box = useRef<HTMLElement>(null);
  const turned = useRef(false);

  useLayoutEffect(() => {
    list.classList.add('elsewhere');
    return () => {
      list.classList.remove('elsewhere');
      $found.set(undefined);
    };
  }, [list]);
  useEffect(() => found && $found.set(found.posts.map(({ id }) => id)), [found]);
  // Another page begins at its top, for the eyes and for the keyboard.
  useEffect(() => {
    if (!found || !turned.current) return;
    turned.current = false;
    box.current?.focus({ preventScroll: true });
    list.scrollIntoView({ block: 'start' });
  }, [found, list]);
  const turn = (page: number) => {
    turned.current = true;
    look({ page });
  };
  const withheld = [t('thread.withheld.hidden'), t('thread.withheld.review')];
  const label = [
    view.onlyAuthor && t('thread.onlyAuthor'),
    view.newestFirst && t('thread.newestFirst'),
  ]
    .filter(Boolean)
    .join(' · ');
  return createPortal(
    <section
      className="found"
      ref={box}
      tabIndex={-1}
      aria-label={label}
      aria-busy={!found && !refused}
    >
      <p className="vh" role="status">
        {found && t('thread.found', { count: found.total })}
      </p>
      {refused && (
        <div className="refused">
          <Refusal failure={refused} />
          <Button onClick={again}>{t('common.again')}</Button>
        </div>
      )}
      {!found && !refused && <Bones rows={3} />}
      {found?.posts.length === 0 && <p className="gone">{t('thread.authorSilent')}</p>}
      {found?.posts.map((post) => (
        <ReplyView key={post.id} post={post} quote={quoteIn(post, withheld)} here={false} />
      ))}
      {found && found.pages > 1 && (
        <PageButtons page={view.page} pages={found.pages} onTurn={turn} />
      )}
    </section>,
    list,
  );
}
