import { type Element, getAttribute, isElement, isText, type ParentNode } from './html-tree.ts';

const BLOCK_ELEMENT =
  /^(p|div|li|h[1-6]|pre|blockquote|tr|td|th|br|hr|dt|dd|figcaption|caption|summary|table|ul|ol)$/;
const isStickerElement = (element: Element): boolean =>
  element.tagName === 'img' && getAttribute(element, 'class') === 'emoji';

function collectText(parent: ParentNode, out: string[]): string[] {
  for (const child of parent.childNodes) {
    if (isText(child)) out.push(child.value);
    else if (isElement(child)) {
      if (isStickerElement(child)) out.push(getAttribute(child, 'alt') ?? '');
      collectText(child, out);
      if (BLOCK_ELEMENT.test(child.tagName)) out.push(' ');
    }
  }
  return out;
}

/** Text as a reader sees it, white space folded; a sticker becomes its sign. */
export const treeToPlainText = (root: ParentNode): string =>
  collectText(root, []).join('').replace(/\s+/gu, ' ').trim();
