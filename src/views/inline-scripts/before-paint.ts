/*
 * An inline script of pages that runs before the first paint. It sets the chosen colour theme,
 * hides a closed notice, and keeps space in the header for a member. A click on a button before the
 * page's script has loaded is kept and repeated after it; a member sees at once what it will toggle
 * (R25).
 */

const page = document;
const { dataset } = page.documentElement;
const isMember = /\bmember=1/.test(page.cookie);
/** Buttons that were clicked, with the `aria-pressed` that they had. */
const clicked = new Map<HTMLButtonElement, string | null>();

const keepClick = (event: Event): void => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[type=button]');
  if (!button) return;
  event.stopImmediatePropagation();
  if (clicked.has(button)) return;
  const pressed = button.ariaPressed;
  clicked.set(button, pressed);
  if (isMember && pressed) button.ariaPressed = `${pressed === 'false'}`;
};

if (isMember) dataset.member = '';
try {
  const { theme, notice } = localStorage;
  if (theme) dataset.theme = theme;
  if (notice === dataset.notice) dataset.notice = '';
} catch {
  // storage is forbidden here: nothing was chosen or closed
}

page.addEventListener('click', keepClick, true);
page.addEventListener('DOMContentLoaded', () => {
  page.removeEventListener('click', keepClick, true);
  clicked.forEach((pressed, button) => {
    button.ariaPressed = pressed;
    button.click();
  });
});
