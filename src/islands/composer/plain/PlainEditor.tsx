import { useStore } from '@nanostores/react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { $uploads, startUpload } from '#stores/uploads.ts';
import { useComponent } from '../../ui/component.ts';
import { useTexts } from '../../ui/text.ts';
import { Preview } from '../Preview.tsx';
import { isPicture } from '../picture-files.ts';
import type { RichEditorProps } from '../RichEditor.tsx';
import { countWords } from '../rich/count.ts';
import { People, type PeopleKeys } from '../rich/People.tsx';
import { wordsPattern } from '../words-pattern.ts';
import { useMentions } from './asking.ts';
import {
  freshKey,
  type PlainMessage,
  type PlainPicture,
  readPlain,
  writePlain,
} from './message.ts';
import { Pictures } from './Pictures.tsx';
import { PlainTools, type Sign } from './PlainTools.tsx';
import { signed } from './signs.ts';

const loadRich = () => import('../RichEditor.tsx');
const EmojiPicker = lazy(() => import('../rich/EmojiPicker.tsx'));

interface AreaProps extends Omit<RichEditorProps, 'value' | 'onChange'> {
  message: PlainMessage;
  /** As it would be sent. */
  html(): string;
  onChange(message: PlainMessage): void;
}

function Area({
  message,
  html,
  onChange,
  label,
  placeholder,
  disabled = false,
  invalid = false,
  describedBy,
  autoFocus = false,
  onSubmit,
  wrongWords,
  size = 'reply',
  onPending,
}: AreaProps) {
  const { t } = useTexts();
  const { text, pictures } = message;
  const uploads = useStore($uploads);
  const field = useRef<HTMLTextAreaElement>(null);
  const keys = useRef<PeopleKeys>(null);
  const latest = useRef(message);
  latest.current = message;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [emoji, setEmoji] = useState(false);
  const [preview, setPreview] = useState(false);

  const change = (next: Partial<PlainMessage>): void => {
    latest.current = { ...latest.current, ...next };
    onChange(latest.current);
  };
  /**
   * Writes into the field as somebody who types does: what is around it stays, and the cursor goes
   * on behind.
   */
  function put(
    inserted: string,
    from: number,
    to: number,
    [begin, end] = [inserted.length, inserted.length],
    next: Partial<PlainMessage> = {},
  ): void {
    const area = field.current;
    if (!area) return;
    area.focus({ preventScroll: true });
    area.setRangeText(inserted, from, to);
    area.setSelectionRange(from + begin, from + end);
    change({ ...next, text: area.value });
  }
  const putHere = (inserted: string): void =>
    put(inserted, field.current?.selectionStart ?? 0, field.current?.selectionEnd ?? 0);
  const { asking, look, close } = useMentions(field, (person, from, to) =>
    put(`${person.nickname} `, from, to, undefined, {
      people: new Map(latest.current.people).set(person.nickname, person.id),
    }),
  );

  const pending = pictures.filter(({ upload }) => upload !== undefined).length;
  const told = useRef(onPending);
  told.current = onPending;
  useEffect(() => told.current?.(pending), [pending]);

  const store = useRef(change);
  store.current = change;
  useEffect(() => {
    const stored = pictures.map((one) => {
      const url = one.upload ? uploads[one.upload]?.url : undefined;
      return url ? { ...one, src: url, upload: undefined } : one;
    });
    if (stored.some((one, index) => one !== pictures[index])) store.current({ pictures: stored });
  }, [uploads, pictures]);

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  // A textarea can't mark words: the first wrong one is selected.
  useEffect(() => {
    const found = wordsPattern(wrongWords ?? [])?.exec(latest.current.text);
    if (!found) return;
    field.current?.focus();
    field.current?.setSelectionRange(found.index, found.index + found[0].length);
  }, [wrongWords]);

  const add = (files: Iterable<File>): void => {
    const added = [...files]
      .filter(isPicture)
      .map((file): PlainPicture => ({ key: freshKey(), upload: startUpload(file), alt: '' }));
    if (added.length > 0) change({ pictures: [...latest.current.pictures, ...added] });
  };
  const paste = (event: ClipboardEvent): void => {
    const { files } = event.clipboardData;
    if (![...files].some(isPicture) || event.clipboardData.getData('text/plain').trim() !== '')
      return;
    event.preventDefault();
    add(files);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { nativeEvent: key } = event;
    if (key.isComposing || key.keyCode === 229) return;
    if (asking && keys.current?.onKey(key)) event.preventDefault();
    else if (key.key === 'Enter' && (key.ctrlKey || key.metaKey) && onSubmit) {
      event.preventDefault();
      onSubmit();
    }
  };
  const sign = (one: Sign): void => {
    const area = field.current;
    if (!area) return;
    const made = signed(area.value, area.selectionStart, area.selectionEnd, one);
    put(made.text, made.from, made.to, made.select);
  };
  const place = (picture: PlainPicture): void => {
    const at = field.current?.selectionEnd ?? text.length;
    const alt = picture.alt.replace(/[\\[\]]/g, '\\$&');
    put(`\n\n![${alt}](${picture.src})\n\n`, at, at, undefined, {
      pictures: latest.current.pictures.filter(({ key }) => key !== picture.key),
    });
  };
  const words = useMemo(() => countWords(text), [text]);
  return (
    <div className="plain" ref={setContainer} data-size={size}>
      <div className="sheet-text" hidden={preview}>
        <textarea
          ref={field}
          value={text}
          aria-label={label}
          placeholder={placeholder}
          readOnly={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          rows={1}
          onChange={({ currentTarget }) => {
            change({ text: currentTarget.value });
            look();
          }}
          onSelect={look}
          onBlur={() =>
            requestAnimationFrame(() => container?.contains(document.activeElement) || close())
          }
          onKeyDown={onKey}
          onPaste={paste}
        />
        <Pictures
          pictures={pictures}
          idle={disabled}
          onChange={(next) => change({ pictures: next })}
          onPlace={place}
        />
      </div>
      {preview && (
        <section className="sheet-text" aria-label={t('composer.preview')}>
          <Preview html={html()} isFirst={false} />
        </section>
      )}
      {asking && container && field.current && (
        <People
          ref={keys}
          field={field.current}
          asking={asking}
          container={container}
          onClose={close}
        />
      )}
      {emoji && !preview && (
        <Suspense fallback={<p className="emojis meta">{t('common.loading')}</p>}>
          <EmojiPicker onPick={putHere} />
        </Suspense>
      )}
      <PlainTools
        idle={disabled}
        emoji={emoji}
        preview={preview}
        onPreview={size === 'thread' ? undefined : setPreview}
        container={container}
        words={words}
        onFiles={add}
        onMention={() => {
          putHere('@');
          look();
        }}
        onEmoji={() => setEmoji(!emoji)}
        onSign={sign}
      />
    </div>
  );
}

/**
 * The phone's editor: a textarea, as input methods like it best, in which Markdown's signs are HTML
 * when they are sent. A message that a textarea can't hold without loss is written on in the
 * desktop's editor.
 */
export default function PlainEditor(props: RichEditorProps) {
  const { value, onChange, ...rest } = props;
  const told = useRef(value);
  const [message, setMessage] = useState(() => readPlain(value));
  const RichEditor = useComponent(loadRich, message === undefined);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setMessage(readPlain(value));
  }, [value]);
  const tell = (html: string): void => {
    if (html === told.current) return;
    told.current = html;
    onChange(html);
  };
  if (!message)
    return RichEditor ? (
      <RichEditor {...rest} value={value} onChange={tell} />
    ) : (
      <div className="rich" data-size={props.size} aria-busy="true" />
    );
  const change = (next: PlainMessage): void => {
    setMessage(next);
    tell(writePlain(next));
  };
  return <Area {...rest} message={message} html={() => told.current} onChange={change} />;
}
