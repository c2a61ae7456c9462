import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ROOMS } from '#contracts/paths.ts';
import type { T } from '#i18n/key.ts';
import { loadDictionary } from '#stores/dictionary.ts';
import { $gone, $missed } from '#stores/gone.ts';
import { loadAccount } from '#stores/login.ts';
import { pageArea, pageLang, pageRoot } from '#stores/page.ts';
import { recovery } from '#stores/recovery.ts';
import { followSheets } from '#stores/sheets.ts';
import styles from '../styles/islands.css?url';
import phoneStyles from '../styles/phone/islands.css?url';
import phoneThreadStyles from '../styles/phone/thread-islands.css?url';
import { Account } from './account/Account.tsx';
import { PhoneAccount } from './account/PhoneAccount.tsx';
import { UserWays } from './account/UserWays.tsx';
import { Captcha } from './captcha/Captcha.tsx';
import { Forum } from './forum/Forum.tsx';
import { Moderators } from './moderation/Tools.tsx';
import { readPublished } from './thread/published.ts';
import { followKeyboard } from './ui/keyboard.ts';
import { Slot } from './ui/Slot.tsx';
import { addStylesheet } from './ui/stylesheet.ts';
import { Tips } from './ui/Tips.tsx';
import { Texts } from './ui/text.ts';

/*
 * The islands of a page. The published page holds their places ("slots") with what they show to
 * everybody; this draws into them what is the reader's own. One root serves them all, so that they
 * share their state and nothing moves.
 */

/** Milliseconds between attempts to get what islands can't be drawn without. */
const PAUSES = [1_000, 3_000, 9_000];

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}

const isPhone = pageArea() === 'phone';

const published = readPublished();

const dress = (): Promise<void> =>
  addStylesheet(!isPhone ? styles : published ? phoneThreadStyles : phoneStyles);

/** Asks who is logged in, again when the product is back. */
async function meet(): Promise<void> {
  for (;;) {
    try {
      await loadAccount();
      return;
    } catch {
      await recovery();
    }
  }
}

/** Room for an island in place of one element of a slot that holds others too. */
function roomFor(element: Element): Element {
  const room = document.createElement('span');
  room.style.display = 'contents';
  element.replaceWith(room);
  room.append(element);
  return room;
}

/** Milliseconds between looks whether a control is still being pressed. */
const PRESS = 50;

/**
 * Waits while a control is being pressed: one that is replaced before it is let go hears no click.
 * No event tells: after a touch, browsers take the control for pressed a little longer than the
 * finger is on it.
 */
async function letGo(): Promise<void> {
  while (document.querySelector('[data-slot] [data-act]:active'))
    await new Promise((resolve) => setTimeout(resolve, PRESS));
}

/**
 * Where the keyboard is, if in a slot: gives a way back to the control that takes the place of the
 * focused one.
 */
function keepFocus(): () => void {
  const control = document.activeElement?.closest<HTMLElement>('[data-slot] [data-act]');
  const slot = control?.closest('[data-slot]');
  return () =>
    void slot
      ?.querySelector<HTMLElement>(`[data-act="${control?.dataset.act}"]`)
      ?.focus({ preventScroll: true });
}

/**
 * The islands that this page has slots for. Those that are small come together; menus and the
 * editor when they are wanted.
 */
function islands(body: ReactNode): ReactNode {
  const account = document.querySelector('[data-slot="account"]');
  const forum = document.querySelector<HTMLElement>('[data-slot="forum"]');
  const favourite = forum?.querySelector('[data-act="favourite-forum"]');
  const user = document.querySelector<HTMLElement>('[data-slot="user"]');
  return (
    <>
      {isPhone ? (
        <PhoneAccount />
      ) : (
        account && (
          <Slot at={account}>
            <Account />
          </Slot>
        )
      )}
      {body}
      {forum && favourite && (
        <Slot at={roomFor(favourite)}>
          <Forum forumId={Number(forum.dataset.id)} favourites={Number(forum.dataset.favourites)} />
        </Slot>
      )}
      {user && <UserWays at={user} userId={Number(user.dataset.id)} />}
      <Moderators />
      <Captcha />
      <Tips />
    </>
  );
}

function draw(t: T, body: ReactNode): void {
  const host = document.createElement('div');
  document.body.append(host);
  const refocus = keepFocus();
  const texts = { t, lang: pageLang(), root: pageRoot() };
  const page = <Texts value={texts}>{islands(body)}</Texts>;
  flushSync(() => createRoot(host).render(page));
  refocus();
  const loadWithdraw = () => import('./gone/withdraw.tsx');
  $gone.listen((gone) => void loadWithdraw().then(({ withdraw }) => withdraw(gone, texts)));
  $missed.listen(() => void loadWithdraw().then(({ lookAgain }) => lookAgain(texts)));
}

/**
 * What only some pages have, and is larger than the rest: a thread's islands, or what fills a room.
 */
async function loadBody(): Promise<ReactNode> {
  if (published) {
    const { Thread } = await patiently(() => import('./thread/Thread.tsx'));
    return <Thread published={published} />;
  }
  const at = document.querySelector<HTMLElement>('[data-room]');
  const room = ROOMS.find((one) => one === at?.dataset.room);
  if (!at || !room) return null;
  const { Room } = await patiently(() => import('./room/Room.tsx'));
  return (
    <Slot at={at}>
      <Room room={room} />
    </Slot>
  );
}

if (isPhone) {
  followKeyboard();
  followSheets();
}
void meet();
const [t, body] = await Promise.all([patiently(loadDictionary), loadBody(), dress()]);
await letGo();
draw(t, body);
document.dispatchEvent(new Event('island'));
