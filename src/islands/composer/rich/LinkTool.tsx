import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useTexts } from '../../hooks/use-texts.ts';
import { toShownKeys } from './editor-commands.ts';
import { InlinePrompt } from './InlinePrompt.tsx';
import { ToolPopover } from './ToolPopover.tsx';

/** The address that somebody means; undefined for one that isn't a link's. */
export function normalizeLinkAddress(typed: string): string | undefined {
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
    <ToolPopover
      name={t('composer.link')}
      icon="link"
      keys={toShownKeys('Mod+K')}
      pressed={href !== undefined}
      disabled={disabled}
      container={container}
      open={open}
      onOpen={onOpen}
    >
      {(close) => (
        <InlinePrompt
          label={t('composer.address')}
          value={href ?? (/^https?:\/\/\S+$/.test(selected) ? selected : '')}
          placeholder="https://"
          submitLabel={t('composer.done')}
          onSubmit={(typed) => {
            const address = normalizeLinkAddress(typed);
            if (!address) return t('composer.addressWrong');
            close();
            setLink(editor, address);
            return undefined;
          }}
          secondAction={
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
    </ToolPopover>
  );
}
