import { useStore } from '@nanostores/react';
import { flushSync } from 'react-dom';
import { $composerDock, closeComposer } from '#client/composer/composer.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Characters of the draft that the minimised composer shows. */
const EXCERPT_CHARACTERS = 60;

interface Props {
  /** Id of the element that is minimised. */
  controls: string;
  onExpanded(): void;
}

/** The head of the docked composer: it minimises, expands and closes it. */
export function DockBar({ controls, onExpanded }: Props) {
  const { t } = useTexts();
  const isMinimised = useStore($composerDock) === 'minimised';
  const { html } = useStore(replyDraft.$content);
  const toggle = () => {
    flushSync(() => $composerDock.set(isMinimised ? 'docked' : 'minimised'));
    if (isMinimised) onExpanded();
  };
  const close = () => {
    flushSync(closeComposer);
    // what opened it may have become the composer
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('#compose .start')?.focus({ preventScroll: true });
  };
  return (
    <div className="dock-bar">
      <button
        className="dock-toggle"
        type="button"
        aria-expanded={!isMinimised}
        aria-controls={controls}
        title={t(isMinimised ? 'composer.expand' : 'composer.minimise')}
        onClick={toggle}
      >
        <Icon name={isMinimised ? 'up' : 'down'} />
        {t('composer.label')}
        {isMinimised && <span className="meta">{htmlExcerpt(html, EXCERPT_CHARACTERS)}</span>}
      </button>
      <button
        type="button"
        aria-label={t('composer.putAway')}
        title={t('composer.putAway')}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
