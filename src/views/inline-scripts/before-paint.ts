/*
 * An inline script of pages that runs before the first paint. It sets the chosen colour theme,
 * time zone and keys (client/account/display.ts), hides a closed notice and what a member has muted
 * (client/watch/muted.ts), and keeps space in the header for a member. A click on a button before
 * the page's script has loaded is kept and repeated after it; a member sees at once what it will
 * toggle (R25).
 */

const page = document;
const { dataset } = page.documentElement;
const isMember = /\bmember=1/.test(page.cookie);
/** Buttons that were clicked, with the `aria-pressed` that they had. */
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
 * A member who presses the composer's button writes at once: the editor takes the text over
 * (islands/composer/EarlyField.tsx). Islands that stand have a button of their own.
 */
const beginWriting = ({ target }: Event): void => {
  const button = (target as Element).closest<HTMLElement>('.start');
  if (!isMember || !button || button.hidden || page.querySelector('.toasts')) return;
  const field = page.createElement('textarea');
  field.className = 'start';
  field.ariaLabel = field.placeholder = button.innerText;
  // an input method is in the middle of a word
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
  // storage is forbidden here: nothing was chosen, closed or muted
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
