import { attribute, type Element, isElement, isText, type ParentNode } from './tree.ts';

const BLOCK =
  /^(p|div|li|h[1-6]|pre|blockquote|tr|td|th|br|hr|dt|dd|figcaption|caption|summary|table|ul|ol)$/;
const isSticker = (element: Element): boolean =>
  element.tagName === 'img' && attribute(element, 'class') === 'emoji';

function gather(parent: ParentNode, out: string[]): string[] {
  for (const child of parent.childNodes) {
    if (isText(child)) out.push(child.value);
    else if (isElement(child)) {
      if (isSticker(child)) out.push(attribute(child, 'alt') ?? '');
      gather(child, out);
      if (BLOCK.test(child.tagName)) out.push(' ');
    }
  }
  return out;
}

/** Text as a reader sees it, white space folded; a sticker is its sign. */
export const plainText = (root: ParentNode): string =>
  gather(root, []).join('').replace(/\s+/gu, ' ').trim();
