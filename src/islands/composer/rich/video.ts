import type { Editor } from '@tiptap/core';
import { allowedVideo } from '#contracts/videos.ts';

/** Shows a video where the cursor is; false when its host isn't an allowed one (R13). */
export function insertVideo(editor: Editor, copied: string, hosts: readonly string[]): boolean {
  const src = allowedVideo(copied, hosts);
  return (
    src !== undefined &&
    editor.chain().focus().insertContent({ type: 'frame', attrs: { src } }).run()
  );
}
