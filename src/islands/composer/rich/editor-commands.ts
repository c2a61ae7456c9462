import type { Editor } from '@tiptap/core';
import type { ToolIconName } from './ToolIcon.tsx';

export interface EditorCommand {
  /** Its key below `composer.` in the dictionaries. */
  name: 'heading' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote' | 'code' | 'undo' | 'redo';
  icon: ToolIconName;
  /** In the form of aria-keyshortcuts; Mod is Control, or Command on a Mac. */
  keys: string;
  isActive?(editor: Editor): boolean;
  canRun?(editor: Editor): boolean;
  run(editor: Editor): void;
}

/** Cycles through heading, smaller heading and paragraph. */
function cycleHeading(editor: Editor): void {
  const level = editor.getAttributes('heading').level as number | undefined;
  if (level === undefined) editor.chain().focus().setHeading({ level: 2 }).run();
  else if (level === 2) editor.chain().focus().setHeading({ level: 3 }).run();
  else editor.chain().focus().setParagraph().run();
}

/** Inline code for a selection within a line, otherwise a code block. */
function toggleCode(editor: Editor): void {
  const { empty, $from, $to } = editor.state.selection;
  const inLine =
    !empty &&
    $from.sameParent($to) &&
    $from.parent.content.size > $to.pos - $from.pos &&
    !editor.isActive('codeBlock');
  if (inLine || (editor.isActive('code') && empty)) editor.chain().focus().toggleCode().run();
  else editor.chain().focus().toggleCodeBlock().run();
}

/** The commands of the toolbar, by group. */
export const FORMAT_COMMANDS: readonly (readonly EditorCommand[])[] = [
  [
    {
      name: 'heading',
      icon: 'heading',
      keys: 'Mod+Alt+2',
      isActive: (editor) => editor.isActive('heading'),
      run: cycleHeading,
    },
    {
      name: 'bold',
      icon: 'bold',
      keys: 'Mod+B',
      isActive: (editor) => editor.isActive('bold'),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      name: 'italic',
      icon: 'italic',
      keys: 'Mod+I',
      isActive: (editor) => editor.isActive('italic'),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
  ],
  [
    {
      name: 'bullets',
      icon: 'list',
      keys: 'Mod+Shift+8',
      isActive: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'numbers',
      icon: 'numbers',
      keys: 'Mod+Shift+7',
      isActive: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'quote',
      icon: 'quote',
      keys: 'Mod+Shift+B',
      isActive: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: 'code',
      icon: 'code',
      keys: 'Mod+Alt+C',
      isActive: (editor) => editor.isActive('codeBlock') || editor.isActive('code'),
      run: toggleCode,
    },
  ],
];

export const HISTORY_COMMANDS: readonly EditorCommand[] = [
  {
    name: 'undo',
    icon: 'undo',
    keys: 'Mod+Z',
    canRun: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: 'redo',
    icon: 'redo',
    keys: 'Mod+Shift+Z',
    canRun: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
export const toAriaKeys = (keys: string): string =>
  keys.replace('Mod', isMac() ? 'Meta' : 'Control');
export const toShownKeys = (keys: string): string =>
  isMac()
    ? keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
    : keys.replace('Mod', 'Ctrl').replaceAll('+', ' + ');
