import { useStore } from '@nanostores/react';
import { $account } from '#stores/account/account.ts';
import { pageArea } from '#stores/client/page-info.ts';
import { $composerOpenings, openComposer } from '#stores/composer/composer.ts';
import { $draft } from '#stores/drafts/reply-draft.ts';
import { Avatar } from '../components/Avatar.tsx';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { useLazyComponent } from '../hooks/use-lazy-component.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { loadReplyEditor } from './load-editors.ts';
import { ReplySheetSkeleton } from './plain/ReplySheetSkeleton.tsx';
import type { ReplyEditorProps } from './use-reply.ts';

/** Characters of a draft that its button shows. */
const EXCERPT_CHARACTERS = 40;

function StartButton() {
  const { t } = useTexts();
  const { html } = useStore($draft);
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

/**
 * The composer at the end of a thread: a line that becomes the editor when it is used; on phones it
 * opens a sheet.
 */
export function Composer(props: ReplyEditorProps) {
  const account = useStore($account);
  const isWanted = useStore($composerOpenings) > 0;
  const Editor = useLazyComponent(loadReplyEditor, isWanted);
  if (pageArea() === 'phone')
    return (
      <>
        <StartButton />
        {Editor ? <Editor {...props} /> : isWanted && <ReplySheetSkeleton />}
      </>
    );
  return (
    <>
      <span className="nobody">
        {account ? <Avatar person={account} size={40} /> : <Icon name="user" />}
      </span>
      {Editor ? <Editor {...props} /> : <StartButton />}
    </>
  );
}
