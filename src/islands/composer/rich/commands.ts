import type { Editor } from '@tiptap/core';
import type { Icon } from '../../ui/Icon.tsx';

interface Command {
  /** Its key below `composer.` in the dictionaries. */
  name: 'heading' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote' | 'code';
  icon: Parameters<typeof Icon>[0]['name'];
  on?(editor: Editor): boolean;
  run(editor: Editor): void;
}

/** The formats of the toolbar. */
export const COMMANDS: readonly Command[] = [
  { name: 'heading', icon: 'heading', on: (editor) => editor.isActive('heading'), run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { name: 'bold', icon: 'bold', on: (editor) => editor.isActive('bold'), run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: 'italic', on: (editor) => editor.isActive('italic'), run: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: 'bullets', icon: 'list', on: (editor) => editor.isActive('bulletList'), run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: 'numbers', icon: 'numbers', on: (editor) => editor.isActive('orderedList'), run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: 'quote', icon: 'quote', on: (editor) => editor.isActive('blockquote'), run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { name: 'code', icon: 'code', on: (editor) => editor.isActive('codeBlock'), run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
];
