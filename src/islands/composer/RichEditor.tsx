import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef } from 'react';
import { schema } from './rich/extensions.ts';
import { htmlOf, wrapperOf } from './rich/html.ts';
import { Tools } from './rich/Tools.tsx';

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
}

/** The editor of everything that members write: HTML in, HTML out. */
export default function RichEditor({ value, onChange, label, placeholder = '', disabled = false, invalid = false, describedBy, autoFocus = false, onSubmit, size = 'reply' }: RichEditorProps) {
  const told = useRef(value);
  const wrapper = useRef(wrapperOf(value));
  const latest = useRef({ onChange, onSubmit });
  latest.current = { onChange, onSubmit };

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
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || !latest.current.onSubmit) return false;
        latest.current.onSubmit();
        return true;
      },
    }),
    [label, placeholder, invalid, disabled, describedBy],
  );
  const editor = useEditor({
    extensions: schema,
    content: value,
    injectCSS: false,
    autofocus: autoFocus ? 'end' : false,
    editable: !disabled,
    editorProps,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => {
      const html = htmlOf(editor, wrapper.current);
      if (html === told.current) return;
      told.current = html;
      latest.current.onChange(html);
    },
  });

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    wrapper.current = wrapperOf(value);
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className="rich" data-size={size}>
      <Tools editor={editor} idle={disabled} />
      <EditorContent className="area" editor={editor} />
    </div>
  );
}
