import { useEffect, useState } from 'react';
import { goToScreen } from '#client/admin/admin-location.ts';
import { adminPath, adminScreenKey } from '#contracts/admin.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useOfferedScreens } from './hooks/use-offered-screens.ts';

/** One key for each screen, in their order: the two upper rows of a keyboard. */
const SCREEN_KEYS = '1234567890qwertyuiop';

const isTyping = (target: EventTarget | null): boolean =>
  Boolean(
    (target as Element | null)?.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog]',
    ),
  );

/**
 * The shortcuts of the whole area, and the dialog that "?" opens. "g" and a key of SCREEN_KEYS goes
 * to a screen.
 */
export function Shortcuts() {
  const { t } = useTexts();
  const screens = useOfferedScreens();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let isGoPrefix = false;
    const handleKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const screen = screens[SCREEN_KEYS.indexOf(event.key)];
      if (event.key === '?') setOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('.finder input')?.focus();
      else if (isGoPrefix && screen !== undefined) goToScreen(adminPath(screen));
      else {
        isGoPrefix = event.key === 'g';
        return;
      }
      isGoPrefix = false;
      event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [screens]);
  if (!open) return null;
  return (
    <Dialog title={t('admin.keys.title')} onClose={() => setOpen(false)}>
      <dl className="keys">
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>{t('admin.keys.find')}</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t('admin.keys.help')}</dd>
        </div>
        <div>
          <dt>
            <kbd>↑</kbd> <kbd>↓</kbd>
          </dt>
          <dd>{t('admin.keys.rows')}</dd>
        </div>
        {screens.map((screen, index) => (
          <div key={screen}>
            <dt>
              <kbd>g</kbd> <kbd>{SCREEN_KEYS[index]}</kbd>
            </dt>
            <dd>{t(`admin.screen.${adminScreenKey(screen)}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
