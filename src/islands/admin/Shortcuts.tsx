import { useEffect, useState } from 'react';
import { ADMIN_SCREENS, adminPath, screenKey } from '#contracts/admin.ts';
import { go } from '#stores/admin/place.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useTexts } from '../ui/text.ts';

/** One key for each screen, in their order: the two upper rows of a keyboard. */
const KEYS = '1234567890qwertyuiop';

const typing = (target: EventTarget | null): boolean =>
  Boolean(
    (target as Element | null)?.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog]',
    ),
  );

/**
 * The keys that hold everywhere in the area, and the sheet that "?" opens. "g" and a key of KEYS go
 * to a screen.
 */
export function Shortcuts() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let going = false;
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || typing(event.target)) return;
      const screen = ADMIN_SCREENS[KEYS.indexOf(event.key)];
      if (event.key === '?') setOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('.finder input')?.focus();
      else if (going && screen !== undefined) go(adminPath(screen));
      else {
        going = event.key === 'g';
        return;
      }
      going = false;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
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
        {ADMIN_SCREENS.map((screen, index) => (
          <div key={screen}>
            <dt>
              <kbd>g</kbd> <kbd>{KEYS[index]}</kbd>
            </dt>
            <dd>{t(`admin.screen.${screenKey(screen)}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
