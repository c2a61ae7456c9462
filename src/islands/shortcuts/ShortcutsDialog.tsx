import { Fragment } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { SingleKeysCheck } from './SingleKeysCheck.tsx';

/** In the order of the list. */
const SHORTCUTS = [
  { keys: ['J', 'K'], text: 'keys.move' },
  { keys: ['Enter'], text: 'keys.open' },
  { keys: ['M'], text: 'keys.mark' },
  { keys: ['G'], text: 'keys.go' },
  { keys: ['/'], text: 'keys.search' },
  { keys: ['?'], text: 'keys.help' },
  { keys: ['Ctrl/⌘', 'Enter'], text: 'keys.send', isTogether: true },
  { keys: ['Esc'], text: 'keys.close' },
] as const;

/** The site's keys, and the switch of single keys (R42). */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, text, ...shortcut }) => (
          <div key={text}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ('isTogether' in shortcut ? ' + ' : ' ')}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysCheck />
    </Dialog>
  );
}
