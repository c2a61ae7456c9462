import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type DragEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadSiteConfig } from '#client/core/site-config.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isFocusInForm } from '../page/focus-in-form.ts';
import { isComposing } from '../page/is-composing.ts';
import { MessagePreview } from './MessagePreview.tsx';
import { isPicture, preventFileNavigation } from './picture-files.ts';
import { linkLastAddress } from './rich/address-links.ts';
import { ContextToolbar, WordCount } from './rich/ContextToolbar.tsx';
import { EditorToolbar } from './rich/EditorToolbar.tsx';
import { createExtensions } from './rich/editor-extensions.ts';
import { findEditorWrapper, parseDocument, toMessageHtml } from './rich/editor-html.ts';
import { handlePaste } from './rich/handle-paste.ts';
import { MentionList, type MentionListHandle } from './rich/MentionList.tsx';
import type { MentionSuggestion } from './rich/mention-node.ts';
import { cleanPasted } from './rich/pasted-html.ts';
import { findPendingPictures, insertPictures } from './rich/picture-node.ts';
import { setWrongWordsMeta } from './rich/wrong-words.ts';

export interface RichEditorProps {
  /** HTML, from the server or typed before. It is read when the parent changes it. */
  value: string;
  /** Called with the HTML; '' for an empty text. */
  onChange(html: string): void;
  label: string;
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  /** Id of the element with the field's problem. */
  describedBy?: string;
  /** Focuses the editor on mount, unless a control of its form has the focus. */
  autoFocus?: boolean;
  onSubmit?(): void;
  /** Sensitive words to mark (R14). */
  wrongWords?: readonly string[];
  size?: 'reply' | 'thread' | 'comment';
  /** The number of pictures without a stored file. The HTML lacks them, so it shouldn't be sent. */
  onPendingUploads?(count: number): void;
}

const NO_WORDS: readonly string[] = [];
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Completes the text before the form reads it. */
const finishText = (editor: Editor) => flushSync(() => linkLastAddress(editor));

/** Also completes the text if the form is sent by its button. */
function useFinishOnSubmit(editor: Editor): void {
  useEffect(() => {
    const form = editor.view.dom.closest('form');
    const finish = () => finishText(editor);
    form?.addEventListener('submit', finish, true);
    return () => form?.removeEventListener('submit', finish, true);
  }, [editor]);
}

function useReportPendingUploads(
  editor: Editor,
  onPendingUploads: ((count: number) => void) | undefined,
): void {
  const count = useEditorState({
    editor,
    selector: ({ editor }) => findPendingPictures(editor.state.doc).length,
  });
  const latest = useRef(onPendingUploads);
  latest.current = onPendingUploads;
  useEffect(() => latest.current?.(count), [count]);
}

interface EditorSurfaceProps
  extends Pick<RichEditorProps, 'disabled' | 'size' | 'onPendingUploads'> {
  editor: Editor;
  html(): string;
  asking: MentionSuggestion | undefined;
  people: Ref<MentionListHandle>;
  linking: boolean;
  onLinking(linking: boolean): void;
  onAskingEnd(): void;
}

function EditorSurface({
  editor,
  html,
  disabled = false,
  size = 'reply',
  onPendingUploads,
  asking,
  people,
  linking,
  onLinking,
  onAskingEnd,
}: EditorSurfaceProps) {
  const { t } = useTexts();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // A thread's message is previewed with the rest of its thread.
  const hasPreview = size !== 'thread';
  const [preview, setPreview] = useState(false);
  const [isDraggedOver, setDraggedOver] = useState(false);
  useReportPendingUploads(editor, onPendingUploads);
  useFinishOnSubmit(editor);
  useEffect(preventFileNavigation, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the text accepts drops
    <div
      className="rich"
      ref={setContainer}
      data-size={size}
      data-drop={isDraggedOver ? '' : undefined}
      onDragEnter={(event) => setDraggedOver(hasFiles(event))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setDraggedOver(false)
      }
      onDrop={(event) => {
        setDraggedOver(false);
        if (event.defaultPrevented || !hasFiles(event)) return;
        // without this, a drop outside the text would open the file instead of the page
        event.preventDefault();
        insertPictures(editor, event.dataTransfer.files);
      }}
    >
      <EditorToolbar
        editor={editor}
        isInactive={disabled}
        preview={preview}
        {...(hasPreview ? { onPreview: setPreview } : {})}
        container={container}
        linking={linking}
        onLinking={onLinking}
      />
      {preview && (
        <section className="area" aria-label={t('composer.preview')}>
          <MessagePreview html={html()} isFirst={false} />
        </section>
      )}
      <EditorContent className="area" editor={editor} hidden={preview} />
      {!preview && <ContextToolbar editor={editor} isInactive={disabled} />}
      {!preview && <WordCount editor={editor} />}
      {asking && container && !preview && (
        <MentionList
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

/** The editor of all messages: HTML in, HTML out. */
export default function RichEditor(props: RichEditorProps) {
  const {
    value,
    label,
    placeholder = '',
    disabled = false,
    invalid = false,
    describedBy,
    autoFocus = false,
    wrongWords = NO_WORDS,
    size = 'reply',
    onPendingUploads,
  } = props;
  const latest = useRef(props);
  latest.current = props;
  const reportedHtml = useRef(value);
  const wrapper = useRef(findEditorWrapper(value));
  /** The value as the editor writes it: while its HTML equals this, nothing was typed. */
  const settledHtml = useRef('');
  const people = useRef<MentionListHandle>(null);
  const [asking, setAsking] = useState<MentionSuggestion>();
  const [linking, setLinking] = useState(false);
  const [editorExtensions] = useState(() =>
    createExtensions(() => latest.current.placeholder ?? '', {
      onAsk: setAsking,
      onKey: (event) => people.current?.onKey(event) ?? false,
    }),
  );
  const currentEditor = useRef<Editor>(null);

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
        if (isComposing(event) || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
        if (event.key === 'Enter' && latest.current.onSubmit) {
          if (currentEditor.current) finishText(currentEditor.current);
          latest.current.onSubmit();
        } else if (event.key.toLowerCase() === 'k' && !event.shiftKey) setLinking(true);
        else return false;
        event.preventDefault();
        return true;
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (view: unknown, event: ClipboardEvent) =>
        currentEditor.current !== null &&
        handlePaste(
          currentEditor.current,
          event.clipboardData,
          (view as { input?: { shiftKey?: boolean } }).input?.shiftKey ?? false,
        ),
      handleDrop: (
        view: { posAtCoords(at: { left: number; top: number }): { pos: number } | null },
        event: globalThis.DragEvent,
      ) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!files.some(isPicture) || !currentEditor.current) return false;
        insertPictures(
          currentEditor.current,
          files,
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
        );
        return true;
      },
    }),
    [label, placeholder, invalid, disabled, describedBy],
  );
  const editor = useEditor({
    extensions: editorExtensions,
    injectCSS: false,
    immediatelyRender: false, // Tiptap destroys an editor that is not committed within 1 ms
    editable: !disabled,
    // pasted plain text stays as it is; handle-paste.ts decides about Markdown
    enablePasteRules: false,
    editorProps,
    shouldRerenderOnTransaction: false,
    onBeforeCreate: ({ editor }) => {
      editor.options.content = parseDocument(latest.current.value, editor.schema).toJSON();
    },
    onUpdate: ({ editor }) => {
      const html = toMessageHtml(editor, wrapper.current);
      if (html === '') wrapper.current = undefined;
      if (html === reportedHtml.current || html === settledHtml.current) return;
      settledHtml.current = html;
      reportedHtml.current = html;
      latest.current.onChange(html);
    },
  });
  currentEditor.current = editor;

  useEffect(() => {
    if (editor) settledHtml.current = toMessageHtml(editor, wrapper.current);
  }, [editor]);

  useEffect(() => {
    if (editor && autoFocus && !isFocusInForm(editor.view.dom)) editor.commands.focus('end');
  }, [editor, autoFocus]);

  // Loads the allowed frame hosts early, because a paste can't wait for them.
  useEffect(() => void loadSiteConfig(), []);

  useEffect(() => {
    if (value === reportedHtml.current) return;
    reportedHtml.current = value;
    wrapper.current = findEditorWrapper(value);
    if (!editor) return;
    editor.commands.setContent(parseDocument(value, editor.schema), { emitUpdate: false });
    settledHtml.current = toMessageHtml(editor, wrapper.current);
  }, [editor, value]);

  useEffect(
    () => editor?.view.dispatch(editor.state.tr.setMeta(...setWrongWordsMeta(wrongWords))),
    [editor, wrongWords],
  );

  if (!editor) return <div className="rich" data-size={size} aria-busy="true" />;
  return (
    <EditorSurface
      editor={editor}
      html={() => reportedHtml.current}
      disabled={disabled}
      size={size}
      asking={asking}
      people={people}
      linking={linking}
      onLinking={setLinking}
      onAskingEnd={() => setAsking(undefined)}
      {...(onPendingUploads ? { onPendingUploads } : {})}
    />
  );
}
