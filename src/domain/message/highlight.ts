import { common, createLowlight } from 'lowlight';
import { highlightClass, MAX_HIGHLIGHTED_CHARACTERS } from '#contracts/code-highlighting.ts';
import { languageOf } from './decorate.ts';
import {
  type ChildNode,
  createElement,
  createText,
  elementsOf,
  type ParentNode,
  setChildren,
  textOf,
} from './tree.ts';

const lowlight = createLowlight(common);

type Part = ReturnType<typeof lowlight.highlight>['children'][number];

/**
 * Characters of a message's code that are coloured; each of a few blocks may be as long as one that
 * is coloured alone.
 */
const COLOURED_TOTAL_MAX = 2 * MAX_HIGHLIGHTED_CHARACTERS;

/** Parts of code as nodes; those that have a colour in a span of their own. */
const coloured = (parts: readonly Part[]): ChildNode[] =>
  parts.flatMap((part): ChildNode[] => {
    if (part.type === 'text') return [createText(part.value)];
    if (part.type !== 'element') return [];
    const name = highlightClass((part.properties.className ?? []) as string[]);
    const children = coloured(part.children);
    return name ? [createElement('span', { class: name }, children)] : children;
  });

/**
 * Colours the blocks of code whose language is known, by classes alone. Their text stays as it is.
 */
export function highlight(root: ParentNode): void {
  let left = COLOURED_TOTAL_MAX;
  for (const code of elementsOf(root, 'code')) {
    const language = languageOf(code);
    if (!language || !lowlight.registered(language)) continue;
    const text = textOf(code);
    if (text.length > MAX_HIGHLIGHTED_CHARACTERS || text.length > left) continue;
    left -= text.length;
    setChildren(code, coloured(lowlight.highlight(language, text).children));
  }
}
