import { common, createLowlight } from 'lowlight';
import { highlightClass, MAX_HIGHLIGHTED_CHARACTERS } from '#contracts/code-highlighting.ts';
import {
  type ChildNode,
  createElement,
  createText,
  findElements,
  getText,
  type ParentNode,
  setChildren,
} from './html-tree.ts';
import { getCodeLanguage } from './wrap-blocks.ts';

const lowlight = createLowlight(common);

type HighlightNode = ReturnType<typeof lowlight.highlight>['children'][number];

/**
 * Characters of a message's code that are coloured; each of a few blocks may be as long as one that
 * is coloured alone.
 */
const MAX_HIGHLIGHTED_TOTAL_CHARACTERS = 2 * MAX_HIGHLIGHTED_CHARACTERS;

/** Parts of code as nodes; those that have a colour in a span of their own. */
const toSpans = (parts: readonly HighlightNode[]): ChildNode[] =>
  parts.flatMap((part): ChildNode[] => {
    if (part.type === 'text') return [createText(part.value)];
    if (part.type !== 'element') return [];
    const name = highlightClass((part.properties.className ?? []) as string[]);
    const children = toSpans(part.children);
    return name ? [createElement('span', { class: name }, children)] : children;
  });

/**
 * Colours the blocks of code whose language is known, by classes alone. Their text stays as it is.
 */
export function highlightCode(root: ParentNode): void {
  let remaining = MAX_HIGHLIGHTED_TOTAL_CHARACTERS;
  for (const code of findElements(root, 'code')) {
    const language = getCodeLanguage(code);
    if (!language || !lowlight.registered(language)) continue;
    const text = getText(code);
    if (text.length > MAX_HIGHLIGHTED_CHARACTERS || text.length > remaining) continue;
    remaining -= text.length;
    setChildren(code, toSpans(lowlight.highlight(language, text).children));
  }
}
