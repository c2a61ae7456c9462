import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { CODE_LANGUAGES } from '#contracts/code-highlighting.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { countWords } from './count-words.ts';

type ContextKind = 'code' | 'image' | 'frame' | 'table';

function contextKind(editor: Editor): ContextKind | undefined {
  const selected = (editor.state.selection as { node?: { type: { name: string } } }).node?.type
    .name;
  if (selected === 'image' || selected === 'frame') return selected;
  if (editor.isActive('codeBlock')) return 'code';
  return editor.isActive('table') ? 'table' : undefined;
}

const TABLE_COMMANDS = [
  ['rowAfter', (editor: Editor) => editor.chain().focus().addRowAfter().run()],
  ['columnAfter', (editor: Editor) => editor.chain().focus().addColumnAfter().run()],
  ['headRow', (editor: Editor) => editor.chain().focus().toggleHeaderRow().run()],
  ['deleteRow', (editor: Editor) => editor.chain().focus().deleteRow().run()],
  ['deleteColumn', (editor: Editor) => editor.chain().focus().deleteColumn().run()],
  ['deleteTable', (editor: Editor) => editor.chain().focus().deleteTable().run()],
] as const;

function TableTools({ editor }: { editor: Editor }) {
  const { t } = useTexts();
  return TABLE_COMMANDS.map(([name, run]) => (
    <Base.Button key={name} type="button" onClick={() => run(editor)}>
      {t(`composer.${name}`)}
    </Base.Button>
  ));
}

/** A separate step for undo: it isn't undone together with the text typed just before. */
const setCodeLanguage = (editor: Editor, language: string | null) =>
  editor
    .chain()
    .command(({ tr }) => Boolean(closeHistory(tr)))
    .updateAttributes('codeBlock', { language })
    .run();

function CodeTools({ editor }: { editor: Editor }) {
  const { t } = useTexts();
  const language = useEditorState({
    editor,
    selector: ({ editor }) => (editor.getAttributes('codeBlock').language as string | null) ?? '',
  });
  const isListed = language === '' || (CODE_LANGUAGES as readonly string[]).includes(language);
  return (
    <label>
      {t('composer.language')}{' '}
      <select
        value={language}
        onChange={({ currentTarget }) => setCodeLanguage(editor, currentTarget.value || null)}
      >
        <option value="">{t('composer.noLanguage')}</option>
        {!isListed && <option value={language}>{language}</option>}
        {CODE_LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function ImageTools({ editor }: { editor: Editor }) {
  const { t } = useTexts();
  const alt = useEditorState({
    editor,
    selector: ({ editor }) => (editor.getAttributes('image').alt as string | null) ?? '',
  });
  return (
    <label className="grow">
      {t('composer.alt')}{' '}
      <input
        value={alt}
        placeholder={t('composer.altHint')}
        maxLength={300}
        onChange={({ currentTarget }) =>
          editor.chain().updateAttributes('image', { alt: currentTarget.value }).run()
        }
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape'))
            return;
          event.preventDefault();
          editor.commands.focus();
        }}
      />
    </label>
  );
}

/** Below the text: tools for the element at the cursor, and the number of words. */
export function ContextToolbar({ editor, idle: isInactive }: { editor: Editor; idle: boolean }) {
  const { t } = useTexts();
  const kind = useEditorState({ editor, selector: ({ editor }) => contextKind(editor) });
  const count = useEditorState({
    editor,
    selector: ({ editor }) => countWords(editor.getText({ blockSeparator: '\n' })),
  });
  const shown = isInactive ? undefined : kind;
  const tools: Record<ContextKind, ReactNode> = {
    table: <TableTools editor={editor} />,
    code: <CodeTools editor={editor} />,
    image: <ImageTools editor={editor} />,
    frame: null,
  };
  return (
    <div className="under">
      {shown && (
        <Base.Root className="context" aria-label={t(`composer.about.${shown}`)}>
          {tools[shown]}
          {(shown === 'image' || shown === 'frame') && (
            <Base.Button
              type="button"
              onClick={() => editor.chain().focus().deleteSelection().run()}
            >
              {t('composer.remove')}
            </Base.Button>
          )}
        </Base.Root>
      )}
      {count > 0 && <span className="count num">{t('composer.words', { count })}</span>}
    </div>
  );
}
