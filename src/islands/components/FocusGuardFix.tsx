import { useEffect } from 'react';

/**
 * Base UI puts focus guards around open popups, which pass the focus on, and hides them from screen
 * readers. Focusable elements must not be hidden (WCAG 4.1.2), so this shows them; the focus never
 * stays on a guard.
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
