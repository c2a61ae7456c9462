import { useEffect } from 'react';

/**
 * Around what is open, Base UI puts guards that pass the focus on as soon as they get it, and hides
 * them from screen readers. What can be focused must not be hidden (WCAG 4.1.2), and nobody stays
 * on a guard, so they are shown.
 */
export function FocusGuardFix() {
  useEffect(() => {
    const showGuards = () => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]'))
        guard.removeAttribute('aria-hidden');
    };
    const observer = new MutationObserver(showGuards);
    observer.observe(document.body, { childList: true, subtree: true });
    showGuards();
    return () => observer.disconnect();
  }, []);
  return null;
}
