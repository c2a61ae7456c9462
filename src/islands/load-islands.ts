/*
 * The loader of islands, which every page has. It fetches the rest (React, the stores, the islands)
 * for members, whom the page has marked before its first paint, and for a visitor who uses a
 * control that needs them. A click on such a control is repeated when its island is mounted.
 * Astro's own runtime for islands would cost every reader three times as much.
 */

/** Starts the islands; they dispatch the event "island" on the document when they are mounted. */
export async function startIslands(): Promise<void> {
  const script = document
    .querySelector<HTMLTemplateElement>('#islands')
    ?.content.querySelector('script');
  if (script) await import(/* @vite-ignore */ script.src);
}

/** Milliseconds for which a pointer, finger or focus stays on a name before its card opens. */
const CARD_DELAY_MS = 400;

/** Shows cards of users, for visitors too: the islands know which names have one. */
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

/**
 * `pageActs` has the acts that the page's own script answers; every other control of a slot is an
 * island's.
 */
export default function loadIslands(pageActs: object): void {
  const isMember = 'member' in document.documentElement.dataset;
  /** Controls that were used, each with a function that clicks the control that has replaced it. */
  const waitingClicks = new Map<HTMLElement, () => void>();
  const keepClick = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>('[data-slot] [data-act]');
    const { act = '' } = control?.dataset ?? {};
    if (!control || Object.hasOwn(pageActs, act)) return;
    event.preventDefault();
    if (waitingClicks.has(control)) return;
    const { ariaPressed } = control;
    const slot = control.closest('[data-slot]');
    waitingClicks.set(control, () =>
      slot?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click(),
    );
    control.ariaBusy = 'true';
    // a member sees the new state at once, before the island is mounted
    if (isMember && ariaPressed) control.ariaPressed = String(ariaPressed === 'false');
    startIslands().catch(() => {
      waitingClicks.delete(control);
      control.ariaBusy = null;
      control.ariaPressed = ariaPressed;
    });
  };
  openUserCards();
  document.addEventListener('click', keepClick, true);
  document.addEventListener(
    'island',
    () => {
      document.removeEventListener('click', keepClick, true);
      for (const again of waitingClicks.values()) again();
    },
    { once: true },
  );
  // A client page is empty without its island, for visitors too; so is a view of a thread's replies
  // that an address names (client/thread/thread-view.ts).
  if (document.querySelector('[data-client-page]') || location.search.includes('replies='))
    void startIslands();
  else if (isMember) {
    // Without a timeout a page that is never idle, or never painted, would not get its islands. A
    // timer, where there are only those, takes it for none and starts them at once.
    const start = (window.requestIdleCallback ?? setTimeout) as typeof requestIdleCallback;
    start(startIslands, { timeout: 999 });
  }
}
