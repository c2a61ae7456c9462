import { Script } from 'node:vm';
import { common, createLowlight } from 'lowlight';
import { highlightClass, MAX_HIGHLIGHTED_CHARACTERS } from '#contracts/code-highlighting.ts';
import { toCpuMs } from '#platform/cpu-time.ts';
import { HIGHLIGHT_DEADLINE_MS } from '#platform/limits.ts';
import {
  type ChildNode,
  createElement,
  createText,
  type Element,
  findElements,
  getText,
  type ParentNode,
  setChildren,
} from './html-tree.ts';
import { getCodeLanguage } from './wrap-blocks.ts';

/*
 * Some languages' grammars of highlight.js take the third power of a text's length for some texts.
 * So the colours have a time of their own, after which the code is shown without them: V8 ends
 * scripts that run too long, also within a regular expression.
 */

/** Runs the function that is called so on the global object. */
const RUN_NAME = 'forumHighlight';
const runScript = new Script(`globalThis.${RUN_NAME}()`);

let lowlight = createLowlight(common);

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

/** How much longer it may take by the clock where the processor is busy with other things. */
const BUSY_FACTOR = 4;

interface CodeBlock {
  code: Element;
  language: string;
  text: string;
}

/** The blocks of code whose language is known, as long as they are short enough together. */
function findColourable(root: ParentNode): CodeBlock[] {
  let remaining = MAX_HIGHLIGHTED_TOTAL_CHARACTERS;
  return findElements(root, 'code').flatMap((code) => {
    const language = getCodeLanguage(code);
    if (!language || !lowlight.registered(language)) return [];
    const text = getText(code);
    if (text.length > MAX_HIGHLIGHTED_CHARACTERS || text.length > remaining) return [];
    remaining -= text.length;
    return [{ code, language, text }];
  });
}

/** Colours for so many milliseconds at most; returns whether it came to its end. */
function runWithin(milliseconds: number, run: () => void): boolean {
  const scope: Record<string, unknown> = globalThis;
  scope[RUN_NAME] = run;
  try {
    runScript.runInThisContext({ timeout: milliseconds });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    // Grammars are compiled at first use: one that was interrupted may be half done.
    lowlight = createLowlight(common);
    return false;
  } finally {
    delete scope[RUN_NAME];
  }
}

/**
 * The same of the thread's processor time, as far as that can be told: on a busy machine it has
 * longer by the clock.
 */
function runWithinThreadTime(milliseconds: number, run: () => void): void {
  const before = process.threadCpuUsage();
  if (runWithin(milliseconds, run)) return;
  if (toCpuMs(process.threadCpuUsage(before)) < milliseconds / 2)
    runWithin(BUSY_FACTOR * milliseconds, run);
}

/**
 * Colours the blocks of code whose language is known, by classes alone; those that the time
 * suffices for. Their text stays as it is. Returns whether any was coloured.
 */
export function highlightCode(
  root: ParentNode,
  deadlineMs: number = HIGHLIGHT_DEADLINE_MS,
): boolean {
  const blocks = findColourable(root);
  if (blocks.length === 0) return false;
  const coloured: ChildNode[][] = [];
  runWithinThreadTime(deadlineMs, () => {
    coloured.length = 0;
    for (const { language, text } of blocks)
      coloured.push(toSpans(lowlight.highlight(language, text).children));
  });
  for (const [index, spans] of coloured.entries())
    setChildren((blocks[index] as CodeBlock).code, spans);
  return coloured.length > 0;
}
