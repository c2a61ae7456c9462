import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { loadAccount } from '#client/account/login.ts';
import { loadDictionary } from '#client/core/dictionary.ts';
import { trackOverlays } from '#client/core/overlay-history.ts';
import { hasMemberCookie, pageArea, pageLang, pageRoot } from '#client/core/page-info.ts';
import { retryUntilLoaded } from '#client/core/wait-until-api-up.ts';
import { $missedRemovals, $removals } from '#client/thread/removals.ts';
import { $threadChanges } from '#client/thread/thread-changes.ts';
import { $isMuting } from '#client/watch/muted.ts';
import { CLIENT_PAGES } from '#contracts/paths.ts';
import type { WatchKind } from '#contracts/watching.ts';
import { setTimeZone } from '#i18n/format.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import styles from '../styles/islands.css?url';
import phoneStyles from '../styles/phone/islands.css?url';
import phoneThreadStyles from '../styles/phone/thread-islands.css?url';
import { Account } from './account/Account.tsx';
import { OwnProfileLink } from './account/OwnProfileLink.tsx';
import { Captcha } from './captcha/Captcha.tsx';
import { SlotPortal } from './components/SlotPortal.tsx';
import { Toasts } from './components/Toasts.tsx';
import { FavouriteForumButton } from './forum/FavouriteForumButton.tsx';
import { Texts, type TextsValue } from './hooks/use-texts.ts';
import { LazyModeration } from './moderation/LazyModeration.tsx';
import { loadStylesheet } from './page/load-stylesheet.ts';
import { watchCaret } from './page/watch-caret.ts';
import { readPublishedThread } from './thread/published-page.ts';
import { WatchButton } from './watch/WatchButton.tsx';
import { LazyWelcome } from './welcome/LazyWelcome.tsx';

/*
 * Mounts a page's islands, which render the reader's content into published slots. One React root
 * serves all slots, so that they share state and nothing moves.
 */

/** Delays between attempts to load the islands' dependencies. */
const RETRY_DELAYS_MS = [1_000, 3_000, 9_000];

async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pause of RETRY_DELAYS_MS) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}

const isPhone = pageArea() === 'phone';

const published = readPublishedThread();

const loadStylesheets = (): Promise<void> =>
  loadStylesheet(!isPhone ? styles : published ? phoneThreadStyles : phoneStyles);

/** Wraps an element of a slot that also contains others. */
function wrapForPortal(element: Element): Element {
  const wrapper = document.createElement('span');
  wrapper.style.display = 'contents';
  element.replaceWith(wrapper);
  wrapper.append(element);
  return wrapper;
}

/** Milliseconds between checks whether a control is still pressed. */
const PRESS_POLL_MS = 50;

/**
 * Waits for the release of a control and the end of a composition: replacing the control would lose
 * the click, replacing the field the word. Polls, because browsers end a press later than the
 * finger, without an event.
 */
async function waitForRelease(): Promise<void> {
  while (
    document.querySelector('[data-slot] [data-act]:active, #compose textarea[aria-busy="true"]')
  )
    await new Promise((resolve) => setTimeout(resolve, PRESS_POLL_MS));
}

/** Returns a function that focuses the replacement of the focused control. */
function rememberFocus(): () => void {
  const control = document.activeElement?.closest<HTMLElement>('[data-slot] [data-act]');
  const slot = control?.closest('[data-slot]');
  return () =>
    void slot
      ?.querySelector<HTMLElement>(`[data-act="${control?.dataset.act}"]`)
      ?.focus({ preventScroll: true });
}

/** Slots with a watch button; their names are kinds. */
const WATCHED_SLOTS = '[data-slot="forum"], [data-slot="section"], [data-slot="user"]';

function PublishedWatchButton({ slot }: { slot: HTMLElement }) {
  const [container] = useState(() => {
    const published = slot.querySelector('[data-act="watch"]');
    return published && wrapForPortal(published);
  });
  return (
    container && (
      <SlotPortal at={container}>
        <WatchButton kind={slot.dataset.slot as WatchKind} id={Number(slot.dataset.id)} />
      </SlotPortal>
    )
  );
}

/**
 * The islands of this page. Small ones are in this bundle; menus and editors are fetched on use.
 */
function renderIslands(account: ReactNode, body: ReactNode): ReactNode {
  const forum = document.querySelector<HTMLElement>('[data-slot="forum"]');
  const favourite = forum?.querySelector('[data-act="favourite-forum"]');
  const user = document.querySelector<HTMLElement>('[data-slot="user"]');
  return (
    <>
      {account}
      {body}
      {forum && favourite && (
        <SlotPortal at={wrapForPortal(favourite)}>
          <FavouriteForumButton
            forumId={Number(forum.dataset.id)}
            favourites={Number(forum.dataset.favourites)}
          />
        </SlotPortal>
      )}
      {[...document.querySelectorAll<HTMLElement>(WATCHED_SLOTS)].map((slot) => (
        <PublishedWatchButton key={slot.dataset.id} slot={slot} />
      ))}
      {user && <OwnProfileLink at={user} userId={Number(user.dataset.id)} />}
      <LazyModeration />
      <LazyWelcome />
      <Captcha />
      <Toasts />
    </>
  );
}

/** Whether the outbox has entries to send, or results from a closed page (decisions/outbox.md). */
function hasOutbox(): boolean {
  try {
    return 'outbox' in localStorage;
  } catch {
    return false; // storage is blocked
  }
}

function mountIslands(texts: TextsValue, account: ReactNode, body: ReactNode): void {
  const { t } = texts;
  const host = document.createElement('div');
  document.body.append(host);
  const refocus = rememberFocus();
  const page = <Texts value={texts}>{renderIslands(account, body)}</Texts>;
  flushSync(() => createRoot(host).render(page));
  refocus();
  $isMuting.subscribe((isMuting) => {
    if (isMuting)
      void import('./watch/cover-ignored.ts').then(({ coverIgnored }) => coverIgnored(t));
  });
  if (hasMemberCookie()) {
    followReading(t);
    if (hasOutbox())
      void import('#client/outbox/empty-outbox.ts').then(({ emptyOutbox }) => emptyOutbox());
  }
  const loadRemovals = () => import('./removals/apply-removals.tsx');
  $removals.listen(
    (removals) => void loadRemovals().then(({ applyRemovals }) => applyRemovals(removals, texts)),
  );
  const lookAgain = () =>
    void import('./live/follow-thread.ts').then(({ checkForThreadChanges }) =>
      checkForThreadChanges(texts),
    );
  $missedRemovals.listen(lookAgain);
  $threadChanges.listen(lookAgain);
}

/** Marks new content in lists; in a thread, stores how far the member reads. */
function followReading(t: TFunction): void {
  if (published)
    void import('./reading/track-reading.ts').then(({ trackReading }) =>
      trackReading(published.threadId, t),
    );
  else if (document.querySelector('.row[data-thread]')) {
    const loadMarks = () => import('./reading/mark-rows.ts');
    void loadMarks().then(({ markListRows }) => markListRows(t));
    document
      .querySelector('[data-act="read-all"]')
      ?.addEventListener(
        'click',
        () => void loadMarks().then(({ markListRead }) => markListRead(t)),
      );
  }
}

/** The account's island of the current site. */
async function loadAccountIsland(): Promise<ReactNode> {
  if (isPhone) {
    const { PhoneAccount } = await withRetries(() => import('./account/PhoneAccount.tsx'));
    return <PhoneAccount />;
  }
  const at = document.querySelector('[data-slot="account"]');
  return (
    at && (
      <SlotPortal at={at}>
        <Account />
      </SlotPortal>
    )
  );
}

/** The island of a thread or client page. */
async function loadBody(): Promise<ReactNode> {
  if (published) {
    const { Thread } = await withRetries(() => import('./thread/Thread.tsx'));
    return <Thread published={published} />;
  }
  const at = document.querySelector<HTMLElement>('[data-client-page]');
  const clientPage = CLIENT_PAGES.find((page) => page === at?.dataset.clientPage);
  if (!at || !clientPage) return null;
  const { ClientPageIsland } = await withRetries(
    () => import('./client-pages/ClientPageIsland.tsx'),
  );
  return (
    <SlotPortal at={at}>
      <ClientPageIsland clientPage={clientPage} />
    </SlotPortal>
  );
}

const { zone } = document.documentElement.dataset;
if (zone) setTimeZone(zone);
watchCaret();
if (isPhone) {
  void import('./page/keyboard-height.ts').then(({ trackKeyboardHeight }) => trackKeyboardHeight());
  trackOverlays();
}
void retryUntilLoaded(loadAccount);
const [t, account, body] = await Promise.all([
  withRetries(loadDictionary),
  loadAccountIsland(),
  loadBody(),
  loadStylesheets(),
]);
await waitForRelease();
const texts = { t, lang: pageLang(), root: pageRoot() };
mountIslands(texts, account, body);
document.addEventListener(
  'stay',
  ({ target }) =>
    void import('./user-card/show-user-card.tsx').then(({ showUserCard }) =>
      showUserCard(target, texts),
    ),
  true,
);
document.addEventListener('key', async (event) => {
  const { answerKey } = await import('./shortcuts/answer-key.ts');
  await answerKey((event as CustomEvent<string>).detail, texts);
});
document.dispatchEvent(new Event('island'));
