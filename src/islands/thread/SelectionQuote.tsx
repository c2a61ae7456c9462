import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Passage, quotePassage, readPassage } from '#client/composer/quote-passage.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Milliseconds without a change after which a selection is complete. */
const SETTLE_MS = 150;
/** CSS pixels between selection and button; touch screens show handles in between. */
const GAP = { mouse: 8, touch: 32 };

interface SelectedPassage {
  passage: Passage;
  /** The text's element; the button follows it, so that Tab reaches the button. */
  prose: Element;
  /** The lower end of the selection in the window. */
  rect: DOMRect;
}

const elementOf = (node: Node): Element | null =>
  node instanceof Element ? node : node.parentElement;

/** The selection, if it is within the text of one post. */
function readSelection(threadId: number): SelectedPassage | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const prose = elementOf(range.startContainer)?.closest('.post > .prose, .reply .prose');
  const post = prose?.closest<HTMLElement>('.reply, .post');
  if (!prose || !post || prose.closest('.editor')) return undefined;
  // a triple click also selects the start of the next block
  if (!prose.contains(range.endContainer)) {
    if (range.endOffset > 0) return undefined;
    range.setEnd(prose, prose.childNodes.length);
  }
  const blocks = readPassage(range);
  const { id, floor, author } = post.dataset;
  const rect = [...range.getClientRects()].at(-1);
  const nickname = post.querySelector('header .name')?.textContent?.trim();
  if (blocks.length === 0 || !rect || !author || !nickname) return undefined;
  const reply = post.matches('.reply') ? { id: Number(id), floor: Number(floor) } : undefined;
  return { passage: { threadId, reply, authorId: Number(author), nickname, blocks }, prose, rect };
}

/** The button, below the selection within its post. */
function QuoteButton({ selected, onDone }: { selected: SelectedPassage; onDone(): void }) {
  const { t } = useTexts();
  const { passage, prose, rect } = selected;
  const [host] = useState(() => document.createElement('span'));
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    prose.after(host);
    const element = button.current;
    const frame = element?.offsetParent?.getBoundingClientRect();
    if (element && frame) {
      const gap = matchMedia('(hover: none)').matches ? GAP.touch : GAP.mouse;
      const left = Math.min(rect.right - frame.left, frame.width) - element.offsetWidth;
      element.style.insetInlineStart = `${Math.max(0, left)}px`;
      element.style.insetBlockStart = `${rect.bottom - frame.top + gap}px`;
      element.style.visibility = 'visible';
    }
    return () => host.remove();
  }, [prose, host, rect]);
  return createPortal(
    <button
      ref={button}
      className="quote-selection btn"
      type="button"
      // pressing must not clear the selection
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        quotePassage(passage);
        onDone();
      }}
    >
      <Icon name="quote" />
      {t('thread.quote')}
    </button>,
    host,
  );
}

export default function SelectionQuote({ threadId }: { threadId: number }) {
  const [selected, setSelected] = useState<SelectedPassage>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const look = () => {
      clearTimeout(timer);
      // a press on the button may end the selection before its click event
      if (document.activeElement?.closest('.quote-selection')) return;
      timer = setTimeout(() => isPressed || setSelected(readSelection(threadId)), SETTLE_MS);
    };
    const press = ({ target, pointerType }: PointerEvent) => {
      isPressed =
        pointerType === 'mouse' || (target as Element).closest('.quote-selection') !== null;
    };
    const release = () => {
      isPressed = false;
      look();
    };
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setSelected(undefined);
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('selectionchange', look, { signal });
    document.addEventListener('pointerdown', press, { signal });
    document.addEventListener('pointerup', release, { signal });
    document.addEventListener('pointercancel', release, { signal });
    document.addEventListener('keydown', leave, { signal });
    look();
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [threadId]);
  if (!selected) return null;
  return (
    <QuoteButton
      key={selected.passage.blocks.map(({ text }) => text).join('\n')}
      selected={selected}
      onDone={() => {
        getSelection()?.removeAllRanges();
        setSelected(undefined);
      }}
    />
  );
}
