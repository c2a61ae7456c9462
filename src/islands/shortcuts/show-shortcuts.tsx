import { createRoot, type Root } from 'react-dom/client';
import styles from '#styles/shortcuts.css?url';
import { Texts, type TextsValue } from '../hooks/use-texts.ts';
import { loadStylesheet } from '../page/load-stylesheet.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

let root: Root | undefined;

export async function showShortcuts(texts: TextsValue): Promise<void> {
  await loadStylesheet(styles);
  if (!root) {
    const host = document.createElement('div');
    document.body.append(host);
    root = createRoot(host);
  }
  root.render(
    <Texts value={texts}>
      <ShortcutsDialog onClose={() => root?.render(null)} />
    </Texts>,
  );
}
