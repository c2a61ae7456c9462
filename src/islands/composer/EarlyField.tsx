import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toMediaWords } from '#contracts/media-words.ts';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { useTexts } from '../hooks/use-texts.ts';
import {
  type EarlyText,
  earlyTextToHtml,
  findEditorField,
  keepTypedText,
  passToEditor,
  readEarlyText,
  type TypedText,
  takeTypedText,
  toEarlyText,
} from './early-text.ts';
import type { RichEditorProps } from './RichEditor.tsx';

interface Props extends Pick<RichEditorProps, 'value' | 'onChange' | 'label' | 'placeholder'> {
  size?: RichEditorProps['size'];
  /** How often the focus was asked for; 0 is never. */
  focusRequests?: number;
  /** Told when an input method begins and ends a word, in which the field mustn't be replaced. */
  onComposing?(isComposing: boolean): void;
  /** The editor, when its file is there. Without it the text is kept for who replaces the field. */
  children?: ReactNode;
}

/** Characters of the text before the field that are shown. */
const EXCERPT_CHARACTERS = 80;

/** The draft, and what was typed before the islands stood. */
function beginText(html: string): { early: EarlyText; typed: TypedText | undefined } {
  const early = toEarlyText(html);
  const typed = takeTypedText();
  // nothing would be a draft of its own, while the reader's may not be loaded yet
  if (!typed?.text || typed.isInDraft) return { early, typed: undefined };
  const before = early.text === '' ? '' : `${early.text}\n`;
  const { start, end } = typed.selection;
  const selection = { start: start + before.length, end: end + before.length };
  const text = before + typed.text;
  return { early: { ...early, text }, typed: { ...typed, text, selection } };
}

/**
 * A plain field that takes text until the editor has come, which then takes over text, selection
 * and focus.
 */
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
  const [begun] = useState(() => beginText(value));
  const [early, setEarly] = useState(begun.early);
  const { t } = useTexts();
  const [isOver, setOver] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const toldHtml = useRef(value);
  const latestText = useRef(early);
  latestText.current = early;
  const hasEditor = Boolean(children);

  const change = (text: string): void => {
    const next = { ...early, text };
    toldHtml.current = earlyTextToHtml(next);
    setEarly(next);
    onChange(toldHtml.current);
  };
  const latestChange = useRef(change);
  latestChange.current = change;
  const compose = (now: boolean): void => {
    setComposing(now);
    onComposing?.(now);
  };

  useEffect(() => {
    if (begun.typed) latestChange.current(begun.typed.text);
  }, [begun]);
  // The draft was loaded: no frame shows the field without it.
  const seenHtml = useRef(value);
  useLayoutEffect(() => {
    if (value === seenHtml.current) return;
    seenHtml.current = value;
    if (value === toldHtml.current) return;
    toldHtml.current = value;
    setEarly(toEarlyText(value));
  }, [value]);

  useLayoutEffect(() => {
    const area = field.current;
    if (!area || focusRequests === 0) return;
    area.focus({ preventScroll: true });
    const { length } = area.value;
    const { start, end } = begun.typed?.selection ?? { start: length, end: length };
    area.setSelectionRange(start, end);
  }, [focusRequests, begun]);
  const latestHasEditor = useRef(hasEditor);
  latestHasEditor.current = hasEditor;
  useLayoutEffect(() => {
    const area = field.current;
    return () => {
      if (area && !latestHasEditor.current) keepTypedText(readEarlyText(area, latestText.current));
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
      // at once: no frame shows both fields
      flushSync(() => setOver(true));
    };
    const observer = new MutationObserver(takeOver);
    observer.observe(around, { childList: true, subtree: true });
    // not now: React takes no input while it runs effects
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
