import { useEffect } from 'react';

/**
 * Shows Base UI's focus guards to screen readers: focusable elements must not be hidden (WCAG
 * 4.1.2). A guard passes the focus on.
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
