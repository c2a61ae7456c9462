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
 * Mounts the islands of a page. The published page has slots with public content; islands render
 * the reader's own content into them. One React root serves all slots, so that they share their
 * state and nothing moves.
 */

/** Milliseconds between attempts to load what islands need. */
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

/** Wraps one element of a slot in an element for an island, where the slot holds others too. */
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
 * Waits while a control is pressed, or an input method is in a word of the composer: a control that
 * is replaced before the release gets no click, and a field that is replaced loses the word. There
 * is no event for it: after a touch, browsers keep a control pressed a little longer than the
 * finger is on it.
 */
async function waitForRelease(): Promise<void> {
  while (
    document.querySelector('[data-slot] [data-act]:active, #compose textarea[aria-busy="true"]')
  )
    await new Promise((resolve) => setTimeout(resolve, PRESS_POLL_MS));
}

/**
 * Remembers the focused control of a slot; returns a function that focuses the control that has
 * replaced it.
 */
function rememberFocus(): () => void {
  const control = document.activeElement?.closest<HTMLElement>('[data-slot] [data-act]');
  const slot = control?.closest('[data-slot]');
  return () =>
    void slot
      ?.querySelector<HTMLElement>(`[data-act="${control?.dataset.act}"]`)
      ?.focus({ preventScroll: true });
}

/** Slots with a button that watches what they are about: their names are kinds. */
const WATCHED_SLOTS = '[data-slot="forum"], [data-slot="section"], [data-slot="user"]';

/** The button of a slot that watches it, where there is one. */
function PublishedWatchButton({ slot }: { slot: HTMLElement }) {
  const [place] = useState(() => {
    const published = slot.querySelector('[data-act="watch"]');
    return published && wrapForPortal(published);
  });
  return (
    place && (
      <SlotPortal at={place}>
        <WatchButton kind={slot.dataset.slot as WatchKind} id={Number(slot.dataset.id)} />
      </SlotPortal>
    )
  );
}

/**
 * The islands of this page's slots. Small ones are in one file; menus and the editor are fetched
 * when they are used.
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

/** Whether something waits to be sent, or was sent while no page was open (decisions/outbox.md). */
function hasOutbox(): boolean {
  try {
    return 'outbox' in localStorage;
  } catch {
    return false; // storage is forbidden here
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
    void import('./live/follow-thread.ts').then(({ lookAtThread }) => lookAtThread(texts));
  $missedRemovals.listen(lookAgain);
  $threadChanges.listen(lookAgain);
}

/** What is new to a member in a list, and how far they read in a thread. */
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

/** What shows who is logged in. Desktops needn't fetch that of phones. */
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

/** The larger island that only some pages have: a thread's, or a client page's. */
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
