/** Styles that affect the line breaks of a text area. */
const LINE_STYLES = [
  'font',
  'font-feature-settings',
  'letter-spacing',
  'word-spacing',
  'text-indent',
  'text-transform',
  'text-autospace',
  'text-spacing-trim',
  'line-break',
  'word-break',
  'overflow-wrap',
  'tab-size',
  'line-height',
  'padding',
  'direction',
] as const;

/** Characters after the cursor that can affect a line break. */
const CHARACTERS_BEHIND = 80;

/** A copy of a text area's content, because text areas don't expose positions of characters. */
function createMirror(area: HTMLTextAreaElement): HTMLElement {
  const mirror = document.createElement('div');
  const style = getComputedStyle(area);
  for (const name of LINE_STYLES) mirror.style.setProperty(name, style.getPropertyValue(name));
  mirror.lang = area.closest<HTMLElement>('[lang]')?.lang ?? '';
  Object.assign(mirror.style, {
    position: 'absolute',
    insetBlockStart: '0',
    visibility: 'hidden',
    boxSizing: 'border-box',
    inlineSize: `${area.clientWidth}px`,
    whiteSpace: 'pre-wrap',
  });
  return mirror;
}

function measureCaret(area: HTMLTextAreaElement): DOMRect {
  const at = area.selectionDirection === 'backward' ? area.selectionStart : area.selectionEnd;
  const mirror = createMirror(area);
  const behind = document.createElement('span');
  behind.textContent = area.value.slice(at, at + CHARACTERS_BEHIND) || '.';
  mirror.append(area.value.slice(0, at), behind);
  document.body.append(mirror);
  const line = behind.getClientRects()[0] ?? behind.getBoundingClientRect();
  const box = mirror.getBoundingClientRect();
  const field = area.getBoundingClientRect();
  mirror.remove();
  return new DOMRect(
    field.left + area.clientLeft + line.left - box.left,
    field.top + area.clientTop + line.top - box.top - area.scrollTop,
    1,
    line.height,
  );
}

/** The part of a rectangle's height within another. */
function within(rect: DOMRect, { top, bottom }: DOMRect): DOMRect {
  const from = Math.min(Math.max(rect.top, top), bottom);
  return new DOMRect(
    rect.left,
    from,
    rect.width,
    Math.max(0, Math.min(rect.bottom, bottom) - from),
  );
}

function selectionRect(field: Element): DOMRect | undefined {
  const { focusNode, focusOffset } = getSelection() ?? {};
  if (!focusNode || focusOffset === undefined || !field.contains(focusNode)) return undefined;
  const range = document.createRange();
  range.setStart(focusNode, focusOffset);
  const rect = [...range.getClientRects()].at(-1);
  if (rect) return rect;
  // next to elements, as in an empty line, a range has no rectangle
  const neighbour =
    focusNode.childNodes[focusOffset] ?? focusNode.childNodes[focusOffset - 1] ?? focusNode;
  return (
    neighbour instanceof Element ? neighbour : neighbour.parentElement
  )?.getBoundingClientRect();
}

/** The rectangle of the focused field's cursor, in the window; undefined without one. */
export function caretRect(field: HTMLElement): DOMRect | undefined {
  if (field instanceof HTMLTextAreaElement)
    return within(measureCaret(field), field.getBoundingClientRect());
  return field.isContentEditable ? selectionRect(field) : field.getBoundingClientRect();
}
