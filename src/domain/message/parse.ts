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
  MAX_MESSAGE_NODES,
} from '#contracts/limits.ts';

/*
 * Messages are counted while they are parsed: a parser makes many nodes of little text (it opens
 * what is still open anew in each paragraph), and deep or wide trees cost more than their size
 * says.
 */

const DEPTH = Symbol('depth');
type CountedNode = Tree.ParentNode & { [DEPTH]?: number };

/** A tree adapter that throws `tooComplex` as soon as a message has more than one may have. */
function createLimitingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0;
  let attributes = 0;
  const count = (made: number): void => {
    nodes += made;
    if (nodes > MAX_MESSAGE_NODES) throw new AppError('tooComplex');
  };
  const setDepth = (parent: CountedNode, child: CountedNode): void => {
    const depth = (parent[DEPTH] ?? 0) + 1;
    if (depth > MAX_MESSAGE_DEPTH) throw new AppError('tooComplex');
    child[DEPTH] = depth;
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      count(1);
      attributes += attrs.length;
      if (attrs.length > MAX_ELEMENT_ATTRIBUTES || attributes > MAX_MESSAGE_ATTRIBUTES)
        throw new AppError('tooComplex');
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
    createCommentNode(data) {
      count(1);
      return defaultTreeAdapter.createCommentNode(data);
    },
    // Text is added to the node before it where that is one.
    insertText(parent, text) {
      const before = parent.childNodes.length;
      defaultTreeAdapter.insertText(parent, text);
      count(parent.childNodes.length - before);
    },
    insertTextBefore(parent, text, reference) {
      const before = parent.childNodes.length;
      defaultTreeAdapter.insertTextBefore(parent, text, reference);
      count(parent.childNodes.length - before);
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
 * Parses HTML as the content of a block. Throws `tooComplex` when it has more nodes, levels or
 * attributes than a message may have.
 */
export function parseWithinLimits(source: string): Tree.DocumentFragment {
  const parsed = parseFragment(createContextElement(), source, {
    treeAdapter: createLimitingAdapter(),
  });
  requireAllowedDepth(parsed);
  return parsed;
}

/** Parses HTML that the sanitizer made. */
export const parseSanitized = (safe: string): Tree.DocumentFragment =>
  parseFragment(createContextElement(), safe, {});

const createContextElement = (): Tree.Element =>
  defaultTreeAdapter.createElement('div', html.NS.HTML, []);
