import type { Editor } from '@tiptap/core';
import { allowedPlayerUrl } from '#contracts/video-players.ts';

/** Inserts a video at the cursor; false when its host isn't allowed (R13). */
export function insertVideo(editor: Editor, copied: string, hosts: readonly string[]): boolean {
  const src = allowedPlayerUrl(copied, hosts);
  return (
    src !== undefined &&
    editor.chain().focus().insertContent({ type: 'frame', attrs: { src } }).run()
  );
}
