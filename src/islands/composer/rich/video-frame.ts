import { Node } from '@tiptap/core';
import { keptAttributes } from './kept-attributes.ts';

/**
 * A video of another site. In the editor a card stands for it: the other site isn't contacted while
 * a message is written.
 */
export const VideoFrame = Node.create({
  name: 'frame',
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: 'iframe' }],
  renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],
  addAttributes: () => keptAttributes('src', 'title', 'width', 'height'),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('div');
      dom.className = 'film';
      const address = String(node.attrs.src ?? '');
      const host = document.createElement('b');
      host.textContent = URL.canParse(address, location.href)
        ? new URL(address, location.href).host
        : '';
      const line = document.createElement('span');
      line.textContent = address;
      dom.append(host, line);
      return { dom };
    },
});
