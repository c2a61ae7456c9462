import { createRoot, type Root } from 'react-dom/client';
import { $account } from '#client/account/account.ts';
import { loadUserCard, type UserCardData } from '#client/user/user-card.ts';
import { loadWatchLevel } from '#client/watch/watching.ts';
import styles from '#styles/user-card.css?url';
import { Texts, type TextsValue } from '../hooks/use-texts.ts';
import { loadStylesheet } from '../page/load-stylesheet.ts';
import { HoverCard } from './HoverCard.tsx';

/** Names whose card would repeat its surroundings, and names in popups. */
const WITHOUT_CARD = '.who, .positioner, .account';

interface Named {
  /** The name or avatar at which the card opens. */
  anchor: HTMLElement;
  userId: number;
}

/** The user of a name or avatar; undefined for other elements. */
export function findNamedUser(target: EventTarget | null): Named | undefined {
  const shown = (target as Element).closest<HTMLElement>('.name, .av');
  if (!shown || shown.closest(WITHOUT_CARD)) return undefined;
  const link = shown.closest<HTMLAnchorElement>('a');
  const userId = Number(
    link
      ? /\/user\/(\d+)$/.exec(link.pathname)?.[1]
      : shown.closest<HTMLElement>('[data-author]')?.dataset.author,
  );
  return userId > 0 ? { anchor: link ?? shown, userId } : undefined;
}

let root: Root | undefined;
/** The name that got the focus by Escape: its card stays closed. */
let dismissed: Element | undefined;

const isTouch = (): boolean => matchMedia('(hover: none)').matches;

/**
 * False once the current touch has opened a card: the browser may also focus the touched name,
 * and a card that Back has closed stays closed.
 */
let canTouchOpen = true;
addEventListener(
  'pointerdown',
  () => {
    canTouchOpen = true;
  },
  { capture: true },
);

/** Whether the name still has the pointer or keyboard focus; always true for touch. */
const isStillMeant = ({ anchor }: Named): boolean =>
  isTouch() || anchor.matches(':hover, :focus-visible');

/** A touch that opened a card neither follows the link nor opens the browser's menu. */
function holdLink(): void {
  const prevent = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const holding = new AbortController();
  const options = { capture: true, signal: holding.signal };
  addEventListener('contextmenu', prevent, options);
  addEventListener('click', prevent, options);
  addEventListener('pointerdown', () => holding.abort(), options);
}

function draw(named: Named, data: UserCardData, texts: TextsValue): void {
  if (!root) {
    const host = document.createElement('div');
    document.body.append(host);
    root = createRoot(host);
  }
  const close = (refocus: boolean) => {
    root?.render(null);
    if (!refocus) return;
    dismissed = named.anchor;
    named.anchor.focus({ preventScroll: true });
  };
  root.render(
    <Texts value={texts}>
      <HoverCard
        key={named.userId}
        user={data}
        anchor={named.anchor}
        isPressed={isTouch()}
        onClose={close}
      />
    </Texts>,
  );
}

/** Shows a user's card, unless the account is deleted or the pointer or focus has moved on. */
export async function showUserCard(target: EventTarget | null, texts: TextsValue): Promise<void> {
  const named = findNamedUser(target);
  const wasDismissed = named?.anchor === dismissed;
  dismissed = undefined;
  if (!named || wasDismissed || !isStillMeant(named)) return;
  if (isTouch()) {
    if (!canTouchOpen) return;
    canTouchOpen = false;
    holdLink();
  }
  const reader = $account.get()?.id;
  if (reader !== undefined && reader !== named.userId) loadWatchLevel('user', named.userId);
  const [data] = await Promise.all([loadUserCard(named.userId), loadStylesheet(styles)]);
  if (data && isStillMeant(named)) draw(named, data, texts);
}
