import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toMediaWords } from '#contracts/media-words.ts';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { useTexts } from '../hooks/use-texts.ts';
import {
  type EarlyText,
  earlyTextToHtml,
  findEditorField,
  passToEditor,
  readEarlyText,
  storeTypedText,
  type TypedText,
  takeTypedText,
  toEarlyText,
} from './early-text.ts';
import type { RichEditorProps } from './RichEditor.tsx';

interface Props extends Pick<RichEditorProps, 'value' | 'onChange' | 'label' | 'placeholder'> {
  size?: RichEditorProps['size'];
  /** The number of requests for the focus. */
  focusRequests?: number;
  /** Called when an input method starts and ends a word; a replacement would interrupt it. */
  onComposing?(isComposing: boolean): void;
  /** The loaded editor. Without it, the text is stored for the field's replacement. */
  children?: ReactNode;
}

/** Characters of the message's beginning that are shown before the field. */
const EXCERPT_CHARACTERS = 80;

/** The draft, and text typed before the islands were mounted. */
function readInitialText(html: string): { early: EarlyText; typed: TypedText | undefined } {
  const early = toEarlyText(html);
  const typed = takeTypedText();
  // an empty text would be a draft, while the reader's own may still be loading
  if (!typed?.text || typed.isInDraft) return { early, typed: undefined };
  const before = early.text === '' ? '' : `${early.text}\n`;
  const { start, end } = typed.selection;
  const selection = { start: start + before.length, end: end + before.length };
  const text = before + typed.text;
  return { early: { ...early, text }, typed: { ...typed, text, selection } };
}

/** A plain field until the editor has loaded, which takes over text, selection and focus. */
export function EarlyField({
  value,
  onChange,
  label,
  placeholder,
  size = 'reply',
  focusRequests = 0,
  onComposing,
  children,
}: Props) {
  const [initial] = useState(() => readInitialText(value));
  const [early, setEarly] = useState(initial.early);
  const { t } = useTexts();
  const [isOver, setOver] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const reportedHtml = useRef(value);
  const latestText = useRef(early);
  latestText.current = early;
  const hasEditor = Boolean(children);

  const change = (text: string): void => {
    const next = { ...early, text };
    reportedHtml.current = earlyTextToHtml(next);
    setEarly(next);
    onChange(reportedHtml.current);
  };
  const latestChange = useRef(change);
  latestChange.current = change;
  const compose = (now: boolean): void => {
    setComposing(now);
    onComposing?.(now);
  };

  useEffect(() => {
    if (initial.typed) latestChange.current(initial.typed.text);
  }, [initial]);
  // The draft has loaded; a layout effect, so that no frame shows the field without it.
  const seenHtml = useRef(value);
  useLayoutEffect(() => {
    if (value === seenHtml.current) return;
    seenHtml.current = value;
    if (value === reportedHtml.current) return;
    reportedHtml.current = value;
    setEarly(toEarlyText(value));
  }, [value]);

  useLayoutEffect(() => {
    const area = field.current;
    if (!area || focusRequests === 0) return;
    area.focus({ preventScroll: true });
    const { length } = area.value;
    const { start, end } = initial.typed?.selection ?? { start: length, end: length };
    area.setSelectionRange(start, end);
  }, [focusRequests, initial]);
  const latestHasEditor = useRef(hasEditor);
  latestHasEditor.current = hasEditor;
  useLayoutEffect(() => {
    const area = field.current;
    return () => {
      if (area && !latestHasEditor.current) storeTypedText(readEarlyText(area, latestText.current));
    };
  }, []);

  useEffect(() => {
    const around = editor.current;
    if (!around || !hasEditor || isOver || isComposing) return undefined;
    const takeOver = (): void => {
      const target = findEditorField(around);
      const area = field.current;
      if (!target || !area) return;
      observer.disconnect();
      const typed = readEarlyText(area, latestText.current);
      around.hidden = false;
      passToEditor(target, typed);
      // synchronously: no frame shows both fields
      flushSync(() => setOver(true));
    };
    const observer = new MutationObserver(takeOver);
    observer.observe(around, { childList: true, subtree: true });
    // later: React ignores input events while it runs effects
    let isCurrent = true;
    queueMicrotask(() => isCurrent && takeOver());
    return () => {
      isCurrent = false;
      observer.disconnect();
    };
  }, [hasEditor, isOver, isComposing]);

  return (
    <>
      {!isOver && (
        <div className="early" data-size={size}>
          {early.base && (
            <p className="meta">{htmlExcerpt(early.base, EXCERPT_CHARACTERS, toMediaWords(t))}</p>
          )}
          <textarea
            ref={field}
            value={early.text}
            aria-label={label}
            placeholder={early.base ? undefined : placeholder}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onCompositionStart={() => compose(true)}
            onCompositionEnd={() => compose(false)}
          />
        </div>
      )}
      <div ref={editor} hidden={!isOver}>
        {children}
      </div>
    </>
  );
}
