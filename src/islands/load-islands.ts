/*
 * Loads the islands of every page: for members (marked before the first paint), and for visitors
 * who use a control that needs them. Repeats the click on such a control after the mount. Astro's
 * own runtime would cost three times as much.
 */

/** Starts the islands, which dispatch "island" on the document after mounting. */
export async function startIslands(): Promise<void> {
  const script = document
    .querySelector<HTMLTemplateElement>('#islands')
    ?.content.querySelector('script');
  if (script) await import(/* @vite-ignore */ script.src);
}

/** Milliseconds on a user's name before the card opens. */
const CARD_DELAY_MS = 400;

/** Opens cards of users, also for visitors. */
function openUserCards(): void {
  let stay: ReturnType<typeof setTimeout>;
  for (const type of ['pointerover', 'focusin', 'pointerout'])
    addEventListener(type, (event) => {
      const target = event.target as Element;
      clearTimeout(stay);
      if (type !== 'pointerout' && target.closest('.name,.av'))
        stay = setTimeout(
          () => startIslands().then(() => target.dispatchEvent(new Event('stay'))),
          CARD_DELAY_MS,
        );
    });
}

/** `pageActs`: acts that the page's script handles; islands handle all others. */
export default function loadIslands(pageActs: object): void {
  const isMember = 'member' in document.documentElement.dataset;
  /** Used controls, each with a function that clicks the control's replacement. */
  const pendingClicks = new Map<HTMLElement, () => void>();
  const storeClick = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>('[data-slot] [data-act]');
    const { act = '' } = control?.dataset ?? {};
    if (!control || Object.hasOwn(pageActs, act)) return;
    event.preventDefault();
    if (pendingClicks.has(control)) return;
    const { ariaPressed } = control;
    const slot = control.closest('[data-slot]');
    pendingClicks.set(control, () =>
      slot?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click(),
    );
    control.ariaBusy = 'true';
    // members see the new state before the island is mounted
    if (isMember && ariaPressed) control.ariaPressed = String(ariaPressed === 'false');
    startIslands().catch(() => {
      pendingClicks.delete(control);
      control.ariaBusy = null;
      control.ariaPressed = ariaPressed;
    });
  };
  openUserCards();
  document.addEventListener('click', storeClick, true);
  document.addEventListener(
    'island',
    () => {
      document.removeEventListener('click', storeClick, true);
      for (const again of pendingClicks.values()) again();
    },
    { once: true },
  );
  // Client pages, and views of replies in the address (client/thread/thread-view.ts), are empty
  // without islands, for visitors too.
  if (document.querySelector('[data-client-page]') || location.search.includes('replies='))
    void startIslands();
  else if (isMember) {
    // The timeout is for pages that are never idle or painted. setTimeout ignores it.
    const start = (window.requestIdleCallback ?? setTimeout) as typeof requestIdleCallback;
    start(startIslands, { timeout: 999 });
  }
}
