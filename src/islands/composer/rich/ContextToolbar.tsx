import { Toolbar as Base } from '@base-ui/react/toolbar';
import { type Editor, findParentNode } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { CODE_LANGUAGES } from '#contracts/code-highlighting.ts';
import { Options } from '../../components/Options.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { isComposing } from '../../page/is-composing.ts';
import { countWords } from './count-words.ts';
import { useFloatingPosition } from './use-floating-position.ts';

type ContextKind = 'code' | 'image' | 'frame' | 'table';

function contextKind(editor: Editor): ContextKind | undefined {
  const selected = (editor.state.selection as { node?: { type: { name: string } } }).node?.type
    .name;
  if (selected === 'image' || selected === 'frame') return selected;
  if (editor.isActive('codeBlock')) return 'code';
  return editor.isActive('table') ? 'table' : undefined;
}

/** The area of the element at the cursor that has tools. */
function contextRect(editor: Editor): DOMRect | undefined {
  const { selection } = editor.state;
  const around = findParentNode(({ type }) => /^(codeBlock|table)$/.test(type.name))(selection);
  const isNode = /^(image|frame)$/.test(contextKind(editor) ?? '');
  const at = isNode ? selection.from : around?.pos;
  const dom = at === undefined ? null : editor.view.nodeDOM(at);
  if (!(dom instanceof Element)) return undefined;
  return (dom.querySelector('.picture') ?? dom).getBoundingClientRect();
}

const TABLE_COMMANDS = [
  ['rowAfter', 'addRowAfter'],
  ['columnAfter', 'addColumnAfter'],
  ['headRow', 'toggleHeaderRow'],
  ['deleteRow', 'deleteRow'],
  ['deleteColumn', 'deleteColumn'],
  ['deleteTable', 'deleteTable'],
] as const;

function TableTools({ editor }: { editor: Editor }) {
  const { t } = useTexts();
  return TABLE_COMMANDS.map(([name, command]) => (
    <Base.Button key={name} type="button" onClick={() => editor.chain().focus()[command]().run()}>
      {t(`composer.${name}`)}
    </Base.Button>
  ));
}

/** A separate undo step, so that undo doesn't also remove the text typed before. */
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
        <Options values={CODE_LANGUAGES} label={(one) => one} />
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
          if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          event.preventDefault();
          editor.commands.focus();
        }}
      />
    </label>
  );
}

interface Props {
  editor: Editor;
  isInactive: boolean;
}

export function WordCount({ editor }: Pick<Props, 'editor'>) {
  const { t } = useTexts();
  const count = useEditorState({
    editor,
    selector: ({ editor }) => countWords(editor.getText({ blockSeparator: '\n' })),
  });
  return (
    <div className="under">
      {count > 0 && <span className="count num">{t('composer.words', { count })}</span>}
    </div>
  );
}

function ContextTools({ editor, kind }: { editor: Editor; kind: ContextKind }) {
  const { t } = useTexts();
  const floatingRef = useFloatingPosition(editor.view.dom, () => contextRect(editor), 'above');
  const tools: Record<ContextKind, ReactNode> = {
    table: <TableTools editor={editor} />,
    code: <CodeTools editor={editor} />,
    image: <ImageTools editor={editor} />,
    frame: null,
  };
  return (
    <Base.Root
      className="context"
      ref={floatingRef}
      aria-label={t(`composer.about.${kind}`)}
      // Pressing a tool leaves the cursor in the text, on which these tools depend.
      onMouseDown={(event) => (event.target as Element).closest('button') && event.preventDefault()}
    >
      {tools[kind]}
      {(kind === 'image' || kind === 'frame') && (
        <Base.Button type="button" onClick={() => editor.chain().focus().deleteSelection().run()}>
          {t('composer.remove')}
        </Base.Button>
      )}
    </Base.Root>
  );
}

/** Tools for the table, code, picture or video at the cursor. */
export function ContextToolbar({ editor, isInactive }: Props) {
  const kind = useEditorState({ editor, selector: ({ editor }) => contextKind(editor) });
  return isInactive || !kind ? null : <ContextTools key={kind} editor={editor} kind={kind} />;
}
