import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useTexts } from '../../ui/text.ts';
import { Ask } from './Ask.tsx';
import { shownKeys } from './commands.ts';
import { Popup } from './Popup.tsx';

/** The address that somebody means; undefined for one that isn't a link's. */
export function linkAddress(typed: string): string | undefined {
  const text = /^(https?:|mailto:|tel:|ftp:|magnet:|\/(?!\/)|#)/i.test(typed)
    ? typed
    : /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(typed)
      ? `mailto:${typed}`
      : /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/u.test(typed)
        ? `https://${typed}`
        : '';
  return text && !/\s/.test(text) && URL.canParse(text, location.href) ? text : undefined;
}

function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else chain.setLink({ href }).run();
}

interface Props {
  editor: Editor;
  disabled: boolean;
  container: HTMLElement | null;
  open: boolean;
  onOpen(open: boolean): void;
}

/** Makes a link of what is selected, changes the one that the cursor is in, or takes it away. */
export function LinkTool({ editor, disabled, container, open, onOpen }: Props) {
  const { t } = useTexts();
  const href = useEditorState({
    editor,
    selector: ({ editor }) => editor.getAttributes('link').href as string | undefined,
  });
  const selected = editor.state.doc.textBetween(
    editor.state.selection.from,
    editor.state.selection.to,
  );
  return (
    <Popup
      name={t('composer.link')}
      icon="link"
      keys={shownKeys('Mod+K')}
      pressed={href !== undefined}
      disabled={disabled}
      container={container}
      open={open}
      onOpen={onOpen}
    >
      {(close) => (
        <Ask
          label={t('composer.address')}
          value={href ?? (/^https?:\/\/\S+$/.test(selected) ? selected : '')}
          placeholder="https://"
          done={t('composer.done')}
          onDone={(typed) => {
            const address = linkAddress(typed);
            if (!address) return t('composer.addressWrong');
            close();
            setLink(editor, address);
            return undefined;
          }}
          also={
            href === undefined
              ? undefined
              : {
                  text: t('composer.remove'),
                  run: () => {
                    close();
                    editor.chain().focus().extendMarkRange('link').unsetLink().run();
                  },
                }
          }
        />
      )}
    </Popup>
  );
}
