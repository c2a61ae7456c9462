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
 * Limits apply during parsing: a parser makes many nodes of little text, as it reopens unclosed
 * elements in each paragraph. Deep or wide trees also cost more than their size suggests.
 */

/** Maximum ratio of output to source, for bytes and for tags. */
const MAX_GROWTH = 4;
/** Allowance in addition to the ratio, for short sources. */
const FREE_NODES = 1_000;
const FREE_BYTES = 64 * 1024;

/** Maximum bytes of the HTML made of a source. */
export const maxHtmlBytes = (source: string): number =>
  Math.min(MAX_MESSAGE_HTML_BYTES, MAX_GROWTH * Buffer.byteLength(source) + FREE_BYTES);

/** Maximum elements, texts and comments made of a source. */
function maxNodes(source: string): number {
  let tags = 0;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) tags++;
  return Math.min(MAX_MESSAGE_NODES, MAX_GROWTH * tags + FREE_NODES);
}

const DEPTH = Symbol('depth');
type CountedNode = Tree.ParentNode & { [DEPTH]?: number };

/** A tree adapter that throws `tooComplex` as soon as a message exceeds a limit. */
function createLimitingAdapter(source: string): TreeAdapter<DefaultTreeAdapterMap> {
  let remainingNodes = maxNodes(source);
  let remainingUnits = maxHtmlBytes(source); // a UTF-16 unit is at least a byte
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
    // Text is appended to a preceding text node, without a new node.
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

/** Checked after parsing: a node that moves takes its descendants along. */
function requireAllowedDepth(root: Tree.ParentNode): void {
  let level: Tree.ParentNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_MESSAGE_DEPTH) throw new AppError('tooComplex');
    level = level.flatMap((parent) =>
      parent.childNodes.filter((child): child is Tree.Element => 'childNodes' in child),
    );
  }
}

/** Parses HTML as the content of a block. Throws `tooComplex` over a limit for its length. */
export function parseWithinLimits(source: string): Tree.DocumentFragment {
  const parsed = parseFragment(createContextElement(), source, {
    treeAdapter: createLimitingAdapter(source),
  });
  requireAllowedDepth(parsed);
  return parsed;
}

/** For the sanitizer's output only: no limits apply. */
export const parseSanitized = (safe: string): Tree.DocumentFragment =>
  parseFragment(createContextElement(), safe, {});

const createContextElement = (): Tree.Element =>
  defaultTreeAdapter.createElement('div', html.NS.HTML, []);
