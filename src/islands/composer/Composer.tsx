import { useStore } from '@nanostores/react';
import { $account } from '#stores/account.ts';
import { $composing, compose } from '#stores/composer.ts';
import { $draft } from '#stores/draft.ts';
import { pageArea } from '#stores/page.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { useComponent } from '../ui/component.ts';
import { Icon } from '../ui/Icon.tsx';
import { mayAct } from '../ui/mark.ts';
import { useTexts } from '../ui/text.ts';
import { loadReplyEditor } from './editors.ts';
import { ComingSheet } from './plain/ComingSheet.tsx';
import type { EditorProps } from './reply.ts';

/** Characters of a draft that its button shows. */
const GLIMPSE = 40;

/** A document of its own, in which nothing is loaded or run. */
const textOf = (html: string): string =>
  html === '' ? '' : (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '');

function Start() {
  const { t } = useTexts();
  const { html } = useStore($draft);
  const isPhone = pageArea() === 'phone';
  // A finger that comes near has touched: the sheet is to be seen before its file is fetched.
  const fetch = isPhone ? undefined : loadReplyEditor;
  const begun = textOf(html).trim().replace(/\s+/gu, ' ').slice(0, GLIMPSE);
  return (
    <button
      className="start"
      type="button"
      data-act="compose"
      onPointerEnter={fetch}
      onFocus={fetch}
      onClick={() => mayAct() && compose()}
    >
      {begun
        ? t('composer.continue', { text: begun })
        : t(isPhone ? 'phone.write' : 'composer.start')}
    </button>
  );
}

/**
 * The reader's place at the end of a thread: a line that becomes the editor when it is wanted; on
 * phones, that opens a sheet.
 */
export function Composer(props: EditorProps) {
  const account = useStore($account);
  const wanted = useStore($composing) > 0;
  const Editor = useComponent(loadReplyEditor, wanted);
  if (pageArea() === 'phone')
    return (
      <>
        <Start />
        {Editor ? <Editor {...props} /> : wanted && <ComingSheet />}
      </>
    );
  return (
    <>
      <span className="nobody">
        {account ? <Avatar person={account} size={40} /> : <Icon name="user" />}
      </span>
      {Editor ? <Editor {...props} /> : <Start />}
    </>
  );
}
