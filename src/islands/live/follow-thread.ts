import { $account } from '#client/account/account.ts';
import { pageRoot, pageThreadId } from '#client/core/page-info.ts';
import { dismissToastOf, showToast } from '#client/core/toasts.ts';
import { parseHtml } from '#client/core/trusted-types.ts';
import { loadPoll } from '#client/thread/poll.ts';
import { $threadView, isPublishedView, reloadReplies } from '#client/thread/thread-view.ts';
import { $unpublishedReplies } from '#client/thread/unpublished-replies.ts';
import { getIgnoredIds } from '#client/watch/muted.ts';
import { threadPath } from '#contracts/paths.ts';
import type { TextsValue } from '../hooks/use-texts.ts';
import { removeWithheld, replaceThreadPage } from '../removals/apply-removals.tsx';
import { drawNews } from './draw-news.ts';
import {
  findList,
  hasNextPage,
  isInUse,
  type PublishedNews,
  readLastShownPage,
  readNews,
} from './published-news.ts';

/*
 * Follows the thread of the page: fetches its pages again after they were republished, and applies
 * the changes. They are static files, so followers cost no more than visitors. Decision:
 * live-threads.md.
 */

/** Milliseconds over which browsers that receive the same event spread their requests. */
const SPREAD_MS = 500;
/** The minimum milliseconds between two checks. */
const MIN_INTERVAL_MS = 2_500;
/** Milliseconds until another check if a cache returned the old page. */
const STALE_MS = 4_000;
/** The number of last pages of a growing list that are checked. */
const MAX_PAGES = 3;

const PAGE_GONE_STATUSES: readonly number[] = [403, 404, 406];

interface FetchedPage {
  page: HTMLElement;
  news: PublishedNews;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const waitUntilVisible = (): Promise<void> =>
  document.hidden
    ? new Promise((resolve) =>
        document.addEventListener('visibilitychange', () => resolve(), { once: true }),
      )
    : Promise.resolve();

/** The shown pages, from 1. */
function shownPages(list: HTMLElement): number[] {
  const first = Number(list.dataset.page);
  const last = readLastShownPage(list);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).slice(-MAX_PAGES);
}

/** Whether the end of the list is visible and the reader isn't writing. */
function isAtEnd(): boolean {
  const end = findList()?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
  const isWriting = document.querySelector('#compose')?.contains(document.activeElement);
  return end <= innerHeight && !isWriting && isPublishedView($threadView.get());
}

const isQuiet = ({ news }: FetchedPage): boolean =>
  news.changed.length === 0 && !news.hasNewVotes && news.total === shownTotal();

const shownTotal = (): number => Number(findList()?.dataset.total);

class ThreadFollower {
  readonly #threadId: number;
  readonly #texts: TextsValue;
  readonly #status = document.createElement('p');
  #pending: FetchedPage[] = [];
  #isLooking = false;
  #looksAgain = false;

  constructor(threadId: number, texts: TextsValue) {
    this.#threadId = threadId;
    this.#texts = texts;
    this.#status.className = 'vh';
    this.#status.role = 'status';
    document.body.append(this.#status);
    addEventListener('scroll', () => this.#pending.length > 0 && isAtEnd() && this.#draw(), {
      passive: true,
    });
  }

  /** Checks the published pages soon, once for several changes. */
  async look(): Promise<void> {
    this.#looksAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await delay(Math.random() * SPREAD_MS);
      while (this.#looksAgain) {
        await waitUntilVisible();
        this.#looksAgain = false;
        const isQuietPage = await this.#lookOnce();
        await delay(MIN_INTERVAL_MS);
        if (!isQuietPage || this.#looksAgain) continue;
        await delay(STALE_MS - MIN_INTERVAL_MS);
        await this.#lookOnce();
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Applies changes; returns whether there were none. */
  async #lookOnce(): Promise<boolean> {
    const list = findList();
    if (!list) return true;
    const numbers = shownPages(list);
    const fetched: FetchedPage[] = [];
    for (const number of numbers) {
      const path = threadPath(pageRoot(), this.#threadId, number);
      const reply = await fetch(path, { cache: 'no-cache' }).catch(() => undefined);
      if (reply && PAGE_GONE_STATUSES.includes(reply.status)) {
        replaceThreadPage(this.#texts);
        return false;
      }
      if (!reply?.ok) continue;
      const page = parseHtml(await reply.text());
      removeWithheld(page, this.#texts);
      fetched.push({ page, news: readNews(page, number) });
    }
    // a page was appended meanwhile
    if (readLastShownPage(list) !== numbers.at(-1)) this.#looksAgain = true;
    if (fetched.some(({ news }) => news.hasNewVotes)) void loadPoll(this.#threadId);
    const isQuietPage = fetched.every(isQuiet);
    this.#pending = fetched;
    if (isAtEnd()) this.#draw();
    else {
      this.#drawPending({ mayMove: false, withAdded: false });
      this.#offer();
    }
    return isQuietPage;
  }

  #drawPending(how: Parameters<typeof drawNews>[2]): void {
    this.#pending = this.#pending.map(({ page, news }) => ({
      page,
      news: drawNews(page, news, how),
    }));
  }

  /** Pending new replies of others, on the shown pages and the next ones. */
  #countNew(): { here: number; further: number; next: string | undefined } {
    const unheard = new Set([...getIgnoredIds(), $account.get()?.id]);
    const added = this.#pending.flatMap(({ news }) => news.added);
    const last = this.#pending.at(-1);
    const next = hasNextPage()
      ? undefined
      : last?.page.querySelector<HTMLAnchorElement>(':is(.ends, .turn) [rel="next"]');
    const written = $unpublishedReplies.get().filter(({ post }) => post.checked !== 0);
    const unknown = (last?.news.total ?? 0) - shownTotal() - added.length - written.length;
    return {
      here: added.filter((reply) => !unheard.has(Number(reply.dataset.author))).length,
      further: next ? Math.max(0, unknown) : 0,
      next: next?.getAttribute('href') ?? undefined,
    };
  }

  /** Offers a button for changes that would move the page or aren't at its end. */
  #offer(): void {
    const { here, further, next } = this.#countNew();
    const count = here + further;
    const hasChanges = this.#pending.some(({ news }) =>
      news.changed.some(({ shown }) => !isInUse(shown)),
    );
    const draw = () => this.#draw({ isAsked: true });
    if (count > 0)
      showToast({
        key: 'live.newReplies',
        values: { count },
        stays: true,
        action: { key: 'live.show', ...(here > 0 || !next ? { run: draw } : { href: next }) },
      });
    else if (hasChanges)
      showToast({ key: 'live.changed', stays: true, action: { key: 'live.show', run: draw } });
  }

  /** Renders all changes; after a request, scrolls to the first new reply. */
  #draw({ isAsked = false } = {}): void {
    const { here } = this.#countNew();
    const [first] = this.#pending.flatMap(({ news }) => news.added);
    if (isAsked && !isPublishedView($threadView.get())) reloadReplies();
    this.#drawPending({ mayMove: isAsked, withAdded: true });
    dismissToastOf('live.newReplies');
    dismissToastOf('live.changed');
    if (here > 0) this.#status.textContent = this.#texts.t('live.newReplies', { count: here });
    if (isAsked && first?.isConnected) {
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
      first.scrollIntoView({ block: 'center' });
    }
    if (!isAsked) this.#offer(); // changes of parts in use or on the next page remain
    if (!this.#hasPending()) this.#pending = [];
  }

  #hasPending(): boolean {
    return this.#pending.some(({ news }) => news.added.length + news.changed.length > 0);
  }
}

let follower: ThreadFollower | undefined;

/** Checks the published thread for changes of the page. */
export function checkForThreadChanges(texts: TextsValue): void {
  const threadId = pageThreadId();
  if (threadId === undefined) return;
  follower ??= new ThreadFollower(threadId, texts);
  void follower.look();
}
