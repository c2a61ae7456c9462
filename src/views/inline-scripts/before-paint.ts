/*
 * Inline script that runs before the first paint. It applies colour theme, time zone and keys
 * (client/account/display.ts), hides a closed notice and muted content (client/watch/muted.ts), and
 * reserves space in the header. It records clicks until the page's script replays them, and toggles
 * buttons at once (R25).
 */

const page = document;
const { dataset } = page.documentElement;
const isMember = /\bmember=1/.test(page.cookie);
/** Clicked buttons, with their former `aria-pressed`. */
const clicked = new Map<HTMLButtonElement, string | null>();

const keepClick = (event: Event): void => {
  const button = (event.target as Element).closest<HTMLButtonElement>('[type=button]');
  if (!button) return;
  event.stopImmediatePropagation();
  if (clicked.has(button)) return;
  const pressed = button.ariaPressed;
  clicked.set(button, pressed);
  if (isMember && pressed) button.ariaPressed = `${pressed === 'false'}`;
};

/**
 * Opens the early text field at the composer's button; the editor takes the text over
 * (islands/composer/EarlyField.tsx). Mounted islands have their own button.
 */
const beginWriting = ({ target }: Event): void => {
  const button = (target as Element).closest<HTMLElement>('.start');
  if (!isMember || !button || button.hidden || page.querySelector('.toasts')) return;
  const field = page.createElement('textarea');
  field.className = 'start';
  field.ariaLabel = field.placeholder = button.innerText;
  // during input method composition
  for (const edge of ['start', 'end'])
    field.addEventListener(`composition${edge}`, () => (field.ariaBusy = `${edge === 'start'}`));
  button.after(field);
  button.hidden = true;
  field.focus();
};

if (isMember) dataset.member = '';
try {
  const { theme, zone, keys, notice, muted } = localStorage;
  if (theme) dataset.theme = theme;
  if (zone) dataset.zone = zone;
  if (keys) dataset.keys = keys;
  if (notice === dataset.notice) dataset.notice = '';
  if (muted) (page.adoptedStyleSheets = [new CSSStyleSheet()])[0]?.replaceSync(muted);
} catch {
  // storage is blocked: nothing was chosen, closed or muted
}

const listen = (type: string, listener: EventListener) => addEventListener(type, listener, true);
listen('click', beginWriting);
listen('click', keepClick);
listen('DOMContentLoaded', () => {
  removeEventListener('click', keepClick, true);
  clicked.forEach((pressed, button) => {
    button.ariaPressed = pressed;
    button.click();
  });
});
