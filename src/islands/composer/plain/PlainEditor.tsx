import { useStore } from '@nanostores/react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isCodeForMarkdown } from '#client/composer/pasted-text.ts';
import { $uploads, startUpload } from '#client/composer/uploads.ts';
import { showToast } from '#client/core/toasts.ts';
import { findUsersByPrefix } from '#client/search/find-users.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { useLazyComponent } from '../../hooks/use-lazy-component.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { showCaret } from '../../page/caret-in-view.ts';
import { isFocusInForm } from '../../page/focus-in-form.ts';
import { isComposing } from '../../page/is-composing.ts';
import { isSendKey } from '../../page/is-send-key.ts';
import { MessagePreview } from '../MessagePreview.tsx';
import { isPicture, pickPictures, preventFileNavigation } from '../picture-files.ts';
import type { RichEditorProps } from '../RichEditor.tsx';
import { countWords } from '../rich/count-words.ts';
import { MentionList, type MentionListHandle, type MentionQuery } from '../rich/MentionList.tsx';
import { wordsPattern } from '../words-pattern.ts';
import { applyMarkdown, fenceAt, isInFence } from './markdown-edits.ts';
import { PictureThumbs } from './PictureThumbs.tsx';
import { type MarkdownTool, PlainToolbar } from './PlainToolbar.tsx';
import {
  nextPictureKey,
  type PlainMessage,
  type PlainPicture,
  parsePlainMessage,
  plainToMessageHtml,
} from './plain-message.ts';

/** The text between an @ and the cursor. An @ after a Latin letter belongs to a mail address. */
const MENTION_PATTERN = /(?:^|[^\w.+-])@([^\s@]{0,20})$/u;

interface Mentions {
  mentionQuery: MentionQuery | undefined;
  /** Reads the text before the cursor. */
  update(): void;
  close(): void;
}

/** Suggests users for an @ before the cursor of a textarea (R24). */
function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  onChoose: (person: UserBriefWire, from: number, to: number) => void,
): Mentions {
  const [mentionQuery, setAsking] = useState<MentionQuery>();
  const wanted = useRef('');
  const close = () => {
    wanted.current = '';
    setAsking(undefined);
  };
  async function look(): Promise<void> {
    const area = field.current;
    const at = area?.selectionEnd ?? 0;
    const query =
      area && area.selectionStart === at
        ? MENTION_PATTERN.exec(area.value.slice(0, at))?.[1]
        : undefined;
    if (query === undefined) return close();
    const mine = `${at}:${query}`;
    if (mine === wanted.current) return;
    wanted.current = mine;
    const items =
      query === '' ? [] : await findUsersByPrefix(query, { quiet: true }).catch(() => []);
    if (wanted.current !== mine) return;
    const command = (person: UserBriefWire) => {
      close();
      onChoose(person, at - query.length, at);
    };
    setAsking({ query, items, command, clientRect: () => area?.getBoundingClientRect() ?? null });
  }
  return { mentionQuery, update: () => void look(), close };
}

const loadRich = () => import('../RichEditor.tsx');
const EmojiPicker = lazy(() => import('../rich/EmojiPicker.tsx'));

interface PlainTextAreaProps extends Omit<RichEditorProps, 'value' | 'onChange'> {
  message: PlainMessage;
  html(): string;
  onChange(message: PlainMessage): void;
}

function PlainTextArea({
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
  onPendingUploads,
}: PlainTextAreaProps) {
  const { t } = useTexts();
  const { text, pictures } = message;
  const uploads = useStore($uploads);
  const field = useRef<HTMLTextAreaElement>(null);
  const mentionList = useRef<MentionListHandle>(null);
  const latest = useRef(message);
  latest.current = message;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [desk, setDesk] = useState<HTMLElement | null>(null);
  const [emoji, setEmoji] = useState(false);
  const [preview, setPreview] = useState(false);

  const change = (next: Partial<PlainMessage>): void => {
    latest.current = { ...latest.current, ...next };
    onChange(latest.current);
  };
  /** Inserts text like typing, and moves the cursor behind it. */
  function replaceRange(
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
  const insertAtCursor = (inserted: string): void =>
    replaceRange(inserted, field.current?.selectionStart ?? 0, field.current?.selectionEnd ?? 0);
  const { mentionQuery, update, close } = useMentions(field, (person, from, to) =>
    replaceRange(`${person.nickname} `, from, to, undefined, {
      people: new Map(latest.current.people).set(person.nickname, person.id),
    }),
  );

  const pending = pictures.filter(({ upload }) => upload !== undefined).length;
  const latestOnPending = useRef(onPendingUploads);
  latestOnPending.current = onPendingUploads;
  useEffect(() => latestOnPending.current?.(pending), [pending]);

  const latestChange = useRef(change);
  latestChange.current = change;
  useEffect(() => {
    const stored = pictures.map((one) => {
      const url = one.upload ? uploads[one.upload]?.url : undefined;
      return url ? { ...one, src: url, upload: undefined } : one;
    });
    if (stored.some((one, index) => one !== pictures[index]))
      latestChange.current({ pictures: stored });
  }, [uploads, pictures]);

  useLayoutEffect(() => {
    if (autoFocus && field.current && !isFocusInForm(field.current))
      field.current.focus({ preventScroll: true });
  }, [autoFocus]);

  // A textarea can't mark words, so the first wrong one is selected.
  useEffect(() => {
    const found = wordsPattern(wrongWords ?? [])?.exec(latest.current.text);
    if (!found) return;
    field.current?.focus();
    field.current?.setSelectionRange(found.index, found.index + found[0].length);
  }, [wrongWords]);

  const add = (files: Iterable<File>): void => {
    const added = pickPictures(files).map(
      (file): PlainPicture => ({ key: nextPictureKey(), upload: startUpload(file), alt: '' }),
    );
    if (added.length > 0) change({ pictures: [...latest.current.pictures, ...added] });
  };
  /** Inserts code in a fence, so that the page shows it as it was copied. */
  const pasteCode = (area: HTMLTextAreaElement, copied: string): void => {
    const { value, selectionStart: from, selectionEnd: to } = area;
    const inserted = fenceAt(value, from, copied);
    replaceRange(inserted, from, to);
    const key = 'composer.pasted.fenced';
    const run = () => {
      const end = from + inserted.length;
      if (area.value.slice(from, end) === inserted) replaceRange(copied, from, end);
    };
    showToast({ key, action: { key: 'composer.pasted.fencedAction', run } });
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { clipboardData: data, currentTarget: area } = event;
    const copied = data.getData('text/plain').replace(/\r\n?/g, '\n');
    if (copied.trim() === '') {
      if (![...data.files].some(isPicture)) return;
      event.preventDefault();
      add(data.files);
    } else if (isCodeForMarkdown(copied) && !isInFence(area.value, area.selectionStart)) {
      event.preventDefault();
      pasteCode(area, copied);
    }
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { nativeEvent: key } = event;
    if (isComposing(key)) return;
    if (mentionQuery && mentionList.current?.onKey(key)) event.preventDefault();
    else if (isSendKey(key) && onSubmit) {
      event.preventDefault();
      onSubmit();
    }
  };
  const applyTool = (one: MarkdownTool): void => {
    const area = field.current;
    if (!area) return;
    const made = applyMarkdown(area.value, area.selectionStart, area.selectionEnd, one);
    replaceRange(made.text, made.from, made.to, made.select);
  };
  const insertPicture = (picture: PlainPicture): void => {
    const at = field.current?.selectionEnd ?? text.length;
    const alt = picture.alt.replace(/[\\[\]]/g, '\\$&');
    replaceRange(`\n\n![${alt}](${picture.src})\n\n`, at, at, undefined, {
      pictures: latest.current.pictures.filter(({ key }) => key !== picture.key),
    });
  };
  useEffect(preventFileNavigation, []);
  // The open panel of a tool covers a part of the text.
  useEffect(() => {
    if (!desk) return;
    const observer = new ResizeObserver(() => {
      if (field.current && field.current === document.activeElement) showCaret(field.current);
    });
    observer.observe(desk);
    return () => observer.disconnect();
  }, [desk]);
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
            update();
          }}
          onSelect={update}
          onBlur={() =>
            requestAnimationFrame(() => container?.contains(document.activeElement) || close())
          }
          onKeyDown={onKey}
          onPaste={paste}
        />
        <PictureThumbs
          pictures={pictures}
          isInactive={disabled}
          onChange={(next) => change({ pictures: next })}
          onInsert={insertPicture}
        />
      </div>
      {preview && (
        <section className="sheet-text" aria-label={t('composer.preview')}>
          <MessagePreview html={html()} isFirst={false} />
        </section>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it keeps the focus in the text */}
      <div
        className="desk"
        ref={setDesk}
        // Pressing a tool must not close the keyboard.
        onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      >
        {mentionQuery && desk && field.current && (
          <MentionList
            ref={mentionList}
            field={field.current}
            asking={mentionQuery}
            container={desk}
            onClose={close}
          />
        )}
        {emoji && !preview && (
          <Suspense fallback={<p className="emojis meta">{t('common.loading')}</p>}>
            <EmojiPicker
              onPick={insertAtCursor}
              onSticker={(name) => insertAtCursor(`:${name}:`)}
            />
          </Suspense>
        )}
        <PlainToolbar
          isInactive={disabled}
          emoji={emoji}
          preview={preview}
          onPreview={size === 'thread' ? undefined : setPreview}
          container={container}
          words={words}
          onFiles={add}
          onMention={() => {
            insertAtCursor('@');
            update();
          }}
          onEmoji={() => setEmoji(!emoji)}
          onTool={applyTool}
        />
      </div>
    </div>
  );
}

/**
 * The phone's editor: a textarea, which input methods support best. Its Markdown becomes HTML on
 * sending. A message that it can't hold without loss opens in the rich editor.
 */
export default function PlainEditor(props: RichEditorProps) {
  const { value, onChange, ...rest } = props;
  const reported = useRef(value);
  const [message, setMessage] = useState(() => parsePlainMessage(value));
  const RichEditor = useLazyComponent(loadRich, message === undefined);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setMessage(parsePlainMessage(value));
  }, [value]);
  const report = (html: string): void => {
    if (html === reported.current) return;
    reported.current = html;
    onChange(html);
  };
  if (!message)
    return RichEditor ? (
      <RichEditor {...rest} value={value} onChange={report} />
    ) : (
      <div className="rich" data-size={props.size} aria-busy="true" />
    );
  const change = (next: PlainMessage): void => {
    setMessage(next);
    report(plainToMessageHtml(next));
  };
  return (
    <PlainTextArea {...rest} message={message} html={() => reported.current} onChange={change} />
  );
}
