import { Node } from '@tiptap/core';
import { parseStickerAddress, stickerAttributes } from '#contracts/stickers.ts';

/** A sticker, which stands among words as a character does. */
export const StickerNode = Node.create({
  name: 'sticker',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [
    {
      tag: 'img[src*="raccoon/"]',
      priority: 100, // before pictures
      getAttrs: (image) => {
        const src = image.getAttribute('src') ?? '';
        const name = parseStickerAddress(src.replace(`${location.origin}/`, ''));
        return name === undefined ? false : { name };
      },
    },
  ],
  addAttributes: () => ({ name: { default: 'smile', renderHTML: () => ({}) } }),
  renderHTML: ({ node }) => ['img', stickerAttributes(String(node.attrs.name))],
  renderText: ({ node }) => stickerAttributes(String(node.attrs.name)).alt ?? '',
});
