import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { $account } from '#client/account/account.ts';
import { $composerDock, $composerOpenings, openComposer } from '#client/composer/composer.ts';
import { pageArea } from '#client/core/page-info.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { Avatar } from '../components/Avatar.tsx';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { useLazyComponent } from '../hooks/use-lazy-component.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { DockBar } from './DockBar.tsx';
import { EarlyField } from './EarlyField.tsx';
import { findEditorField } from './early-text.ts';
import { loadReplyEditor } from './load-editors.ts';
import { ReplySheetSkeleton } from './plain/ReplySheetSkeleton.tsx';
import { useDock } from './use-dock.ts';
import type { ReplyEditorProps } from './use-reply.ts';

/** Characters of a draft that its button shows. */
const EXCERPT_CHARACTERS = 40;

function StartButton() {
  const { t } = useTexts();
  const { html } = useStore(replyDraft.$content);
  const isPhone = pageArea() === 'phone';
  // On touch screens intent is the touch itself: the sheet's frame is shown before its file is
  // fetched.
  const prefetch = isPhone ? undefined : loadReplyEditor;
  const draftExcerpt = htmlExcerpt(html, EXCERPT_CHARACTERS);
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

/** On phones the button opens a sheet. */
function PhoneComposer(props: ReplyEditorProps) {
  const isWanted = useStore($composerOpenings) > 0;
  const [isComposing, setComposing] = useState(false);
  const Editor = useLazyComponent(loadReplyEditor, isWanted);
  return (
    <>
      <StartButton />
      {Editor && !isComposing ? (
        <Editor {...props} />
      ) : (
        isWanted && <ReplySheetSkeleton onComposing={setComposing} />
      )}
    </>
  );
}

const BODY_ID = 'composer-body';

/** What Escape closes before it minimises the composer. */
const OPEN_IN_EDITOR = '[role="dialog"], [role="menu"], [role="listbox"], form form';

/** Whether Escape is for the composer, not for something that is open in it. */
const isOwnEscape = ({ key, nativeEvent, currentTarget, target }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  !nativeEvent.isComposing &&
  currentTarget.contains(target as Node) &&
  !currentTarget.querySelector(OPEN_IN_EDITOR);

/** The button becomes the editor, in its place or docked, which keeps its state while closed. */
function DesktopComposer({ place, ...props }: Props) {
  const { t } = useTexts();
  const account = useStore($account);
  const openings = useStore($composerOpenings);
  const dock = useStore($composerDock);
  const { html } = useStore(replyDraft.$content);
  const isOpen = openings > 0;
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  const Editor = useLazyComponent(loadReplyEditor, isOpen);
  const isDocked = useDock(place, openings);
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
  /** The element of the page in which the composer stands. */
  place: HTMLElement;
}

/** The composer at the end of a thread: a line that becomes the editor when it is used. */
export function Composer({ place, ...props }: Props) {
  return (
    <BannedGate>
      {pageArea() === 'phone' ? (
        <PhoneComposer {...props} />
      ) : (
        <DesktopComposer {...props} place={place} />
      )}
    </BannedGate>
  );
}
