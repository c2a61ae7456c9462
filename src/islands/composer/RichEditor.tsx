import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type DragEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { loadConfig } from '#stores/config.ts';
import { useTexts } from '../ui/text.ts';
import { Preview } from './Preview.tsx';
import { isPicture } from './picture-files.ts';
import { Context } from './rich/Context.tsx';
import { extensions } from './rich/extensions.ts';
import { htmlOf, wrapperOf } from './rich/html.ts';
import { insertPictures, pending } from './rich/image.ts';
import type { Asking } from './rich/mention.ts';
import { People, type PeopleKeys } from './rich/People.tsx';
import { cleanPasted, paste } from './rich/paste.ts';
import { Tools } from './rich/Tools.tsx';
import { wrongWordsMeta } from './rich/wrong-words.ts';

export interface RichEditorProps {
  /** HTML, as it was sent by the server or typed before. Read when it changes from outside. */
  value: string;
  /** Gets '' when there is nothing in it. */
  onChange(html: string): void;
  /** Accessible name. */
  label: string;
  placeholder?: string;
  /** While something is being sent. */
  disabled?: boolean;
  invalid?: boolean;
  /** Id of the message beside it. */
  describedBy?: string;
  autoFocus?: boolean;
  /** Ctrl/⌘+Enter. */
  onSubmit?(): void;
  /** Sensitive words to mark in the text (R14). */
  wrongWords?: readonly string[];
  /** Taller for threads. */
  size?: 'reply' | 'thread' | 'comment';
  /**
   * How many pictures in the text aren't stored: they aren't in the HTML yet, so it shouldn't be
   * sent.
   */
  onPending?(count: number): void;
}

const NONE: readonly string[] = [];
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Tells of the pictures that are on their way. */
function usePending(editor: Editor, onPending: ((count: number) => void) | undefined): void {
  const count = useEditorState({
    editor,
    selector: ({ editor }) => pending(editor.state.doc).length,
  });
  const latest = useRef(onPending);
  latest.current = onPending;
  useEffect(() => latest.current?.(count), [count]);
}

interface SheetProps extends Pick<RichEditorProps, 'disabled' | 'size' | 'onPending'> {
  editor: Editor;
  /** The HTML as it stands. */
  html(): string;
  asking: Asking | undefined;
  people: Ref<PeopleKeys>;
  linking: boolean;
  onLinking(linking: boolean): void;
  onAskingEnd(): void;
}

/** The tools, the text, and what belongs to the place where the cursor is. */
function Sheet({
  editor,
  html,
  disabled = false,
  size = 'reply',
  onPending,
  asking,
  people,
  linking,
  onLinking,
  onAskingEnd,
}: SheetProps) {
  const { t } = useTexts();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // A thread's message is looked at with the rest of its thread.
  const previews = size !== 'thread';
  const [preview, setPreview] = useState(false);
  const [over, setOver] = useState(false);
  usePending(editor, onPending);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the text takes what is dropped
    <div
      className="rich"
      ref={setContainer}
      data-size={size}
      data-drop={over ? '' : undefined}
      onDragEnter={(event) => setOver(holdsFiles(event))}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)
      }
      onDrop={(event) => {
        setOver(false);
        if (event.defaultPrevented || !holdsFiles(event)) return;
        event.preventDefault(); // beside the text: still not a file to open in place of the page
        insertPictures(editor, event.dataTransfer.files);
      }}
    >
      <Tools
        editor={editor}
        idle={disabled}
        preview={preview}
        {...(previews ? { onPreview: setPreview } : {})}
        container={container}
        linking={linking}
        onLinking={onLinking}
      />
      {preview && (
        <section className="area" aria-label={t('composer.preview')}>
          <Preview html={html()} isFirst={false} />
        </section>
      )}
      <EditorContent className="area" editor={editor} hidden={preview} />
      {!preview && <Context editor={editor} idle={disabled} />}
      {asking && container && !preview && (
        <People
          ref={people}
          field={editor.view.dom}
          asking={asking}
          container={container}
          onClose={onAskingEnd}
        />
      )}
    </div>
  );
}

/** The editor of everything that members write: HTML in, HTML out. */
export default function RichEditor(props: RichEditorProps) {
  const {
    value,
    label,
    placeholder = '',
    disabled = false,
    invalid = false,
    describedBy,
    autoFocus = false,
    wrongWords = NONE,
    size = 'reply',
    onPending,
  } = props;
  const latest = useRef(props);
  latest.current = props;
  const told = useRef(value);
  const wrapper = useRef(wrapperOf(value));
  /** What the editor makes of the value: as long as it says the same, nobody has written. */
  const settled = useRef('');
  const people = useRef<PeopleKeys>(null);
  const [asking, setAsking] = useState<Asking>();
  const [linking, setLinking] = useState(false);
  const [parts] = useState(() =>
    extensions(() => latest.current.placeholder ?? '', {
      onAsk: setAsking,
      onKey: (event) => people.current?.onKey(event) ?? false,
    }),
  );
  const current = useRef<Editor>(null);

  const editorProps = useMemo(
    () => ({
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-placeholder': placeholder,
        'aria-invalid': String(invalid),
        'aria-readonly': String(disabled),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
      handleKeyDown: (_: unknown, event: KeyboardEvent) => {
        if (
          event.isComposing ||
          event.keyCode === 229 ||
          !(event.ctrlKey || event.metaKey) ||
          event.altKey
        )
          return false;
        if (event.key === 'Enter' && latest.current.onSubmit) latest.current.onSubmit();
        else if (event.key.toLowerCase() === 'k' && !event.shiftKey) setLinking(true);
        else return false;
        event.preventDefault();
        return true;
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (view: unknown, event: ClipboardEvent) =>
        current.current !== null &&
        paste(
          current.current,
          event.clipboardData,
          (view as { input?: { shiftKey?: boolean } }).input?.shiftKey ?? false,
        ),
      handleDrop: (
        view: { posAtCoords(at: { left: number; top: number }): { pos: number } | null },
        event: globalThis.DragEvent,
      ) => {
        const files = [...(event.dataTransfer?.files ?? [])].filter(isPicture);
        if (files.length === 0 || !current.current) return false;
        insertPictures(
          current.current,
          files,
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
        );
        return true;
      },
    }),
    [label, placeholder, invalid, disabled, describedBy],
  );
  const editor = useEditor({
    extensions: parts,
    content: value,
    injectCSS: false,
    immediatelyRender: false, // Tiptap destroys what isn't committed within a millisecond
    autofocus: autoFocus ? 'end' : false,
    editable: !disabled,
    // signs in pasted text that is no Markdown are signs; paste.ts judges
    enablePasteRules: ['link'],
    editorProps,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => {
      const html = htmlOf(editor, wrapper.current);
      if (html === '') wrapper.current = undefined;
      if (html === told.current || html === settled.current) return;
      settled.current = html;
      told.current = html;
      latest.current.onChange(html);
    },
  });
  current.current = editor;

  useEffect(() => {
    if (editor) settled.current = htmlOf(editor, wrapper.current);
  }, [editor]);

  // Whether frames may stay is asked early: what is pasted can't wait for it.
  useEffect(() => void loadConfig(), []);

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    wrapper.current = wrapperOf(value);
    if (!editor) return;
    editor.commands.setContent(value, { emitUpdate: false });
    settled.current = htmlOf(editor, wrapper.current);
  }, [editor, value]);

  useEffect(
    () => editor?.view.dispatch(editor.state.tr.setMeta(...wrongWordsMeta(wrongWords))),
    [editor, wrongWords],
  );

  if (!editor) return <div className="rich" data-size={size} aria-busy="true" />;
  return (
    <Sheet
      editor={editor}
      html={() => told.current}
      disabled={disabled}
      size={size}
      asking={asking}
      people={people}
      linking={linking}
      onLinking={setLinking}
      onAskingEnd={() => setAsking(undefined)}
      {...(onPending ? { onPending } : {})}
    />
  );
}
