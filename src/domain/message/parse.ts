import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html,
  parseFragment,
  type DefaultTreeAdapterTypes as Tree,
  type TreeAdapter,
} from 'parse5';
import { AppError } from '#contracts/errors.ts';
import {
  MAX_ELEMENT_ATTRIBUTES,
  MAX_MESSAGE_ATTRIBUTES,
  MAX_MESSAGE_DEPTH,
  MAX_MESSAGE_HTML_BYTES,
  MAX_MESSAGE_NODES,
} from '#platform/limits.ts';

/*
 * Messages are counted while they are parsed: a parser makes many nodes of little text (it opens
 * what is still open anew in each paragraph, with all its attributes), and deep or wide trees cost
 * more than their size says.
 */

/** How often the bytes and the tags of a source may stand in what is made of it. */
const MAX_GROWTH = 4;
/** What a short source may have beyond that. */
const FREE_NODES = 1_000;
const FREE_BYTES = 64 * 1024;

/** Bytes of HTML that may be made of a source. */
export const maxHtmlBytes = (source: string): number =>
  Math.min(MAX_MESSAGE_HTML_BYTES, MAX_GROWTH * Buffer.byteLength(source) + FREE_BYTES);

/** Elements, texts and comments that may be made of a source. */
function maxNodes(source: string): number {
  let tags = 0;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) tags++;
  return Math.min(MAX_MESSAGE_NODES, MAX_GROWTH * tags + FREE_NODES);
}

const DEPTH = Symbol('depth');
type CountedNode = Tree.ParentNode & { [DEPTH]?: number };

/** A tree adapter that throws `tooComplex` as soon as a message has more than one may have. */
function createLimitingAdapter(source: string): TreeAdapter<DefaultTreeAdapterMap> {
  let remainingNodes = maxNodes(source);
  let remainingUnits = maxHtmlBytes(source); // an UTF-16 unit is at least a byte
  let attributes = 0;
  const count = (nodes: number, units: number): void => {
    remainingNodes -= nodes;
    remainingUnits -= units;
    if (remainingNodes < 0 || remainingUnits < 0) throw new AppError('tooComplex');
  };
  const setDepth = (parent: CountedNode, child: CountedNode): void => {
    const depth = (parent[DEPTH] ?? 0) + 1;
    if (depth > MAX_MESSAGE_DEPTH) throw new AppError('tooComplex');
    child[DEPTH] = depth;
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      count(
        1,
        attrs.reduce((units, { name, value }) => units + name.length + value.length, 0),
      );
      attributes += attrs.length;
      if (attrs.length > MAX_ELEMENT_ATTRIBUTES || attributes > MAX_MESSAGE_ATTRIBUTES)
        throw new AppError('tooComplex');
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
    createCommentNode(data) {
      count(1, data.length);
      return defaultTreeAdapter.createCommentNode(data);
    },
    // Text is added to the node before it where that is one.
    insertText(parent, text) {
      const before = parent.childNodes.length;
      defaultTreeAdapter.insertText(parent, text);
      count(parent.childNodes.length - before, text.length);
    },
    insertTextBefore(parent, text, reference) {
      const before = parent.childNodes.length;
      defaultTreeAdapter.insertTextBefore(parent, text, reference);
      count(parent.childNodes.length - before, text.length);
    },
    appendChild(parent, child) {
      setDepth(parent, child as CountedNode);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference) {
      setDepth(parent, child as CountedNode);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
  };
}

/** Nodes that moved after they were counted take what is below them along. */
function requireAllowedDepth(root: Tree.ParentNode): void {
  let level: Tree.ParentNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_MESSAGE_DEPTH) throw new AppError('tooComplex');
    level = level.flatMap((parent) =>
      parent.childNodes.filter((child): child is Tree.Element => 'childNodes' in child),
    );
  }
}

/**
 * Parses HTML as the content of a block. Throws `tooComplex` when it has more nodes, levels,
 * attributes or characters than a message of that length may have.
 */
export function parseWithinLimits(source: string): Tree.DocumentFragment {
  const parsed = parseFragment(createContextElement(), source, {
    treeAdapter: createLimitingAdapter(source),
  });
  requireAllowedDepth(parsed);
  return parsed;
}

/** Parses HTML that the sanitizer made. */
export const parseSanitized = (safe: string): Tree.DocumentFragment =>
  parseFragment(createContextElement(), safe, {});

const createContextElement = (): Tree.Element =>
  defaultTreeAdapter.createElement('div', html.NS.HTML, []);
