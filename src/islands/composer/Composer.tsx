import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { $account } from '#client/account/account.ts';
import {
  $composerDock,
  $composerOpenings,
  closeComposer,
  openComposer,
} from '#client/composer/composer.ts';
import { pageArea } from '#client/core/page-info.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { toMediaWords } from '#contracts/media-words.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { useLazyComponent } from '../hooks/use-lazy-component.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';
import { EarlyField } from './EarlyField.tsx';
import { findEditorField } from './early-text.ts';
import { loadReplyEditor } from './load-editors.ts';
import type { ReplyEditorProps } from './use-reply.ts';

/** The reply sheet's frame until its file has loaded, with a plain field for typing at once. */
function ReplySheetSkeleton({ onComposing }: { onComposing(isComposing: boolean): void }) {
  const { t } = useTexts();
  const { html } = useStore(replyDraft.$content);
  const openings = useStore($composerOpenings);
  return createPortal(
    <>
      <div className="scrim" />
      <div className="reply-sheet" role="dialog" aria-modal="true" aria-label={t('composer.reply')}>
        <section className="editor">
          <header>
            <button className="away" type="button" onClick={closeComposer}>
              {t('composer.close')}
            </button>
            <div>
              <h2>{t('composer.reply')}</h2>
            </div>
            <Button isPrimary isInactive>
              {t('composer.send')}
            </Button>
          </header>
          <EarlyField
            value={html}
            onChange={(written) => replyDraft.change({ html: written })}
            label={t('composer.label')}
            placeholder={t('composer.placeholder')}
            focusRequests={openings}
            onComposing={onComposing}
          />
        </section>
      </div>
    </>,
    document.body,
  );
}

/** Characters of the draft in the minimised composer. */
const DOCK_EXCERPT_CHARACTERS = 60;

interface DockBarProps {
  /** Id of the minimised element. */
  controls: string;
  onExpanded(): void;
}

/** The bar of the docked composer: minimises, expands and closes it. */
function DockBar({ controls, onExpanded }: DockBarProps) {
  const { t } = useTexts();
  const isMinimised = useStore($composerDock) === 'minimised';
  const { html } = useStore(replyDraft.$content);
  const toggle = () => {
    flushSync(() => $composerDock.set(isMinimised ? 'docked' : 'minimised'));
    if (isMinimised) onExpanded();
  };
  const close = () => {
    flushSync(closeComposer);
    // the composer may have replaced the control that opened it
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
        {isMinimised && (
          <span className="meta">
            {htmlExcerpt(html, DOCK_EXCERPT_CHARACTERS, toMediaWords(t))}
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={t('composer.close')}
        title={t('composer.close')}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/**
 * Docks the composer at the window's foot if its slot is out of view on opening. It returns to the
 * slot when that comes into view, or on closing. The layout is CSS: [data-docked] in post.css.
 */
function useDock(slot: HTMLElement, openings: number): boolean {
  const dock = useStore($composerDock);
  const isDocked = dock !== 'inline';
  useLayoutEffect(() => {
    const stays = openings === 0 || ($composerDock.get() === 'inline' && isInView(slot));
    $composerDock.set(stays ? 'inline' : 'docked');
  }, [slot, openings]);
  useLayoutEffect(() => {
    slot.toggleAttribute('data-docked', isDocked);
  }, [slot, isDocked]);
  useEffect(() => {
    if (!isDocked) return undefined;
    // while docked, its lower edge is below the window's
    const observer = new IntersectionObserver(
      ([seen]) => seen && seen.intersectionRatio === 1 && $composerDock.set('inline'),
      { threshold: 1 },
    );
    observer.observe(slot);
    return () => observer.disconnect();
  }, [slot, isDocked]);
  return isDocked;
}

/** Characters of the draft in the composer's button. */
const EXCERPT_CHARACTERS = 40;

function StartButton() {
  const { t } = useTexts();
  const { html } = useStore(replyDraft.$content);
  const isPhone = pageArea() === 'phone';
  // A touch shows intent and opens at once: the frame is shown before the file is fetched.
  const prefetch = isPhone ? undefined : loadReplyEditor;
  const draftExcerpt = htmlExcerpt(html, EXCERPT_CHARACTERS, toMediaWords(t));
  return (
    <button
      className="start"
      type="button"
      data-act="compose"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => ensureLoggedIn('reply') && openComposer()}
    >
      {draftExcerpt
        ? t('composer.continue', { text: draftExcerpt })
        : t(isPhone ? 'phone.write' : 'composer.start')}
    </button>
  );
}

function PhoneComposer(props: ReplyEditorProps) {
  const isWanted = useStore($composerOpenings) > 0;
  const [composes, setComposing] = useState(false);
  const Editor = useLazyComponent(loadReplyEditor, isWanted);
  return (
    <>
      <StartButton />
      {Editor && !composes ? (
        <Editor {...props} />
      ) : (
        isWanted && <ReplySheetSkeleton onComposing={setComposing} />
      )}
    </>
  );
}

const BODY_ID = 'composer-body';

/** Elements that Escape closes before it minimises the composer. */
const OPEN_IN_EDITOR = '[role="dialog"], [role="menu"], [role="listbox"], form form';

/** Whether Escape is for the composer, not for something open in it. */
const isOwnEscape = (event: KeyboardEvent): boolean => {
  const { key, currentTarget, target } = event;
  return (
    key === 'Escape' &&
    !isComposing(event) &&
    currentTarget.contains(target as Node) &&
    !currentTarget.querySelector(OPEN_IN_EDITOR)
  );
};

/** The button becomes the editor, in its slot or docked; a closed editor retains its state. */
function DesktopComposer({ slot, ...props }: Props) {
  const { t } = useTexts();
  const account = useStore($account);
  const openings = useStore($composerOpenings);
  const dock = useStore($composerDock);
  const { html } = useStore(replyDraft.$content);
  const isOpen = openings > 0;
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  const Editor = useLazyComponent(loadReplyEditor, isOpen);
  const isDocked = useDock(slot, openings);
  const frame = useRef<HTMLDivElement>(null);

  const focusField = (): void => findEditorField(frame.current)?.focus({ preventScroll: true });
  const handleKey = (event: KeyboardEvent): void => {
    if (dock !== 'docked' || !isOwnEscape(event)) return;
    flushSync(() => $composerDock.set('minimised'));
    frame.current?.querySelector<HTMLElement>('.dock-toggle')?.focus();
  };
  return (
    <>
      <span className="nobody">
        {account ? <Avatar person={account} size={40} /> : <Icon name="user" />}
      </span>
      {!isOpen && <StartButton />}
      {wasOpened.current && (
        <div ref={frame} hidden={!isOpen} onKeyDownCapture={handleKey}>
          {isDocked && <DockBar controls={BODY_ID} onExpanded={focusField} />}
          <div id={BODY_ID} hidden={dock === 'minimised'}>
            <EarlyField
              value={html}
              onChange={(written) => replyDraft.change({ html: written })}
              label={t('composer.label')}
              placeholder={t('composer.placeholder')}
              focusRequests={openings}
            >
              {Editor && <Editor {...props} />}
            </EarlyField>
          </div>
        </div>
      )}
    </>
  );
}

interface Props extends ReplyEditorProps {
  /** The page's element that contains the composer. */
  slot: HTMLElement;
}

/** The composer at the end of a thread: a line that becomes the editor on use. */
export function Composer({ slot, ...props }: Props) {
  return (
    <BannedGate>
      {pageArea() === 'phone' ? (
        <PhoneComposer {...props} />
      ) : (
        <DesktopComposer {...props} slot={slot} />
      )}
    </BannedGate>
  );
}
