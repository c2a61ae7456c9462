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
 * Some grammars of highlight.js take cubic time, so V8 interrupts highlighting, even within a
 * regular expression, at a deadline of its own. Code is shown without colours then.
 */

/** Name of the function on the global object that `runScript` calls. */
const RUN_NAME = 'forumHighlight';
const runScript = new Script(`globalThis.${RUN_NAME}()`);

let lowlight = createLowlight(common);

type HighlightNode = ReturnType<typeof lowlight.highlight>['children'][number];

/** Highlighted characters of one message; a single block has a limit of its own. */
const MAX_HIGHLIGHTED_TOTAL_CHARACTERS = 2 * MAX_HIGHLIGHTED_CHARACTERS;

/** Highlighted parts as nodes, with a span for each part that has a colour. */
const toSpans = (parts: readonly HighlightNode[]): ChildNode[] =>
  parts.flatMap((part): ChildNode[] => {
    if (part.type === 'text') return [createText(part.value)];
    if (part.type !== 'element') return [];
    const name = highlightClass((part.properties.className ?? []) as string[]);
    const children = toSpans(part.children);
    return name ? [createElement('span', { class: name }, children)] : children;
  });

/** Factor of wall-clock time over CPU time that a busy machine may need. */
const BUSY_FACTOR = 4;

interface CodeBlock {
  code: Element;
  language: string;
  text: string;
}

/** Code blocks of a known language, up to the limits of characters. */
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

/** Runs with a timeout in wall-clock time; returns false if it was interrupted. */
function runWithin(milliseconds: number, run: () => void): boolean {
  const scope: Record<string, unknown> = globalThis;
  scope[RUN_NAME] = run;
  try {
    runScript.runInThisContext({ timeout: milliseconds });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    // Grammars are compiled at first use: an interrupted one may be incomplete.
    lowlight = createLowlight(common);
    return false;
  } finally {
    delete scope[RUN_NAME];
  }
}

/** The same with CPU time of the thread: on a busy machine it gets more wall-clock time. */
function runWithinThreadTime(milliseconds: number, run: () => void): void {
  const before = process.threadCpuUsage();
  if (runWithin(milliseconds, run)) return;
  if (toCpuMs(process.threadCpuUsage(before)) < milliseconds / 2)
    runWithin(BUSY_FACTOR * milliseconds, run);
}

/**
 * Adds classes to code blocks until the deadline; text stays. Returns whether any was highlighted.
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
