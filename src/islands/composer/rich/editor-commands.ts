import type { Editor } from '@tiptap/core';
import type { ToolIconName } from './ToolIcon.tsx';

export interface EditorCommand {
  /** The key below `composer.` in the dictionaries. */
  name: 'heading' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote' | 'code' | 'undo' | 'redo';
  icon: ToolIconName;
  /** The format of aria-keyshortcuts; Mod is Control, or Command on a Mac. */
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

/** Inline code for a selection within a line, else a code block. */
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

type Chain = ReturnType<Editor['chain']>;

/** A command that is on or off at the cursor. */
const toggle = (
  { name, icon, keys }: Pick<EditorCommand, 'name' | 'icon' | 'keys'>,
  type: string,
  change: (chain: Chain) => Chain,
): EditorCommand => ({
  name,
  icon,
  keys,
  isActive: (editor) => editor.isActive(type),
  run: (editor) => void change(editor.chain().focus()).run(),
});

export const FORMAT_COMMANDS: readonly (readonly EditorCommand[])[] = [
  [
    {
      name: 'heading',
      icon: 'heading',
      keys: 'Mod+Alt+2',
      isActive: (editor) => editor.isActive('heading'),
      run: cycleHeading,
    },
    toggle({ name: 'bold', icon: 'bold', keys: 'Mod+B' }, 'bold', (chain) => chain.toggleBold()),
    toggle({ name: 'italic', icon: 'italic', keys: 'Mod+I' }, 'italic', (chain) =>
      chain.toggleItalic(),
    ),
  ],
  [
    toggle({ name: 'bullets', icon: 'list', keys: 'Mod+Shift+8' }, 'bulletList', (chain) =>
      chain.toggleBulletList(),
    ),
    toggle({ name: 'numbers', icon: 'numbers', keys: 'Mod+Shift+7' }, 'orderedList', (chain) =>
      chain.toggleOrderedList(),
    ),
    toggle({ name: 'quote', icon: 'quote', keys: 'Mod+Shift+B' }, 'blockquote', (chain) =>
      chain.toggleBlockquote(),
    ),
    {
      name: 'code',
      icon: 'code',
      keys: 'Mod+Alt+C',
      isActive: (editor) => editor.isActive('codeBlock') || editor.isActive('code'),
      run: toggleCode,
    },
  ],
];

const historyCommand = (name: 'undo' | 'redo', keys: string): EditorCommand => ({
  name,
  icon: name,
  keys,
  canRun: (editor) => editor.can()[name](),
  run: (editor) => void editor.chain().focus()[name]().run(),
});
export const HISTORY_COMMANDS = [
  historyCommand('undo', 'Mod+Z'),
  historyCommand('redo', 'Mod+Shift+Z'),
];

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
export const toAriaKeys = (keys: string): string =>
  keys.replace('Mod', isMac() ? 'Meta' : 'Control');
export const toShownKeys = (keys: string): string =>
  isMac()
    ? keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
    : keys.replace('Mod', 'Ctrl').replaceAll('+', ' + ');
