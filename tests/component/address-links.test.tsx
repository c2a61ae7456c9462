import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { linkLastAddress } from '#islands/composer/rich/address-links.ts';
import { createExtensions } from '#islands/composer/rich/editor-extensions.ts';

/* Links that the editor makes of typed, pasted or sent text. */

let editor: Editor;
afterEach(() => editor.destroy());

const createEditor = (): Editor => {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: createExtensions(() => '', { onAsk: () => undefined, onKey: () => false }),
    enablePasteRules: false,
  });
  return editor;
};

/** Types as a keyboard does: input rules see each character. */
function type(text: string): void {
  for (const letter of text) {
    const { view } = editor;
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(letter, from, to);
    if (letter === '\n') editor.commands.splitBlock();
    else if (!view.someProp('handleTextInput', (rule) => rule(view, from, to, letter, insert)))
      view.dispatch(insert());
  }
}

const paste = (text: string): void =>
  editor.view.dispatch(editor.state.tr.insertText(text).setMeta('paste', true));

const links = (): (string | null)[] => {
  const body = document.createElement('div');
  body.innerHTML = editor.getHTML();
  return [...body.querySelectorAll('a')].map((a) => a.textContent);
};

const TYPED: readonly [text: string, ...addresses: string[]][] = [
  ['见 https://a.example/download/，装完', 'https://a.example/download/'],
  ['https://a.example很好用', 'https://a.example'],
  ['【https://a.example/x】', 'https://a.example/x'],
  ['https://a.example/x、https://b.example/y ', 'https://a.example/x', 'https://b.example/y'],
  ['https://a.example/x_(y) ', 'https://a.example/x_(y)'],
  ['https://a.example/x\n', 'https://a.example/x'],
  ['deepin.org www.a.example。', 'deepin.org', 'www.a.example'],
  ['readme.md install.sh run.py package.json '],
  ['root@localhost git@github.com:a/b '],
];

for (const [text, ...addresses] of TYPED) {
  test(`[R24] typed in the editor, these are addresses: ${JSON.stringify(text)}`, () => {
    createEditor();
    type(text);
    expect(links()).toEqual(addresses);
    expect(editor.getText({ blockSeparator: '\n' })).toBe(text);
  });
  test(`[R24] pasted into the editor, these are addresses: ${JSON.stringify(text)}`, () => {
    createEditor();
    paste(text.replace('\n', ''));
    expect(links()).toEqual(addresses);
  });
}

test('[R24] an address is not cut while it is typed, and linked completely when the message is sent', () => {
  createEditor();
  type('看 https://a.example.org/x.');
  expect(links()).toEqual([]);
  type('html');
  linkLastAddress(editor);
  expect(links()).toEqual(['https://a.example.org/x.html']);
});

test('[R24] a removed link stays removed', () => {
  createEditor();
  type('https://a.example/x ');
  editor.chain().setTextSelection(3).extendMarkRange('link').unsetLink().run();
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  type('好 ');
  expect(links()).toEqual([]);
});

test('[R24] undo takes the link away with the space that made it', () => {
  createEditor();
  type('https://a.example/x');
  editor.view.dispatch(editor.state.tr.insertText(' '));
  expect(links()).toEqual(['https://a.example/x']);
  editor.commands.undo();
  expect(links()).toEqual([]);
});

test('[R24] addresses in code stay code', () => {
  createEditor();
  editor.commands.setCodeBlock();
  type('curl https://a.example/x ');
  expect(links()).toEqual([]);
});

const STAYS: readonly string[] = [
  '周一~周五 9:00~18:00 ',
  ' __init__ ',
  '2024. 年的事',
  '2*3*4 a*b*c ',
  '#标签 ',
  ':8080 -> a|b ',
];
for (const text of STAYS)
  test(`[R24] stays as it is typed in the editor: ${JSON.stringify(text)}`, () => {
    createEditor();
    type(text);
    expect(editor.getHTML()).toBe(`<p>${text.replace('>', '&gt;')}</p>`);
  });

test('[R24] intended formats are still applied while typing', () => {
  createEditor();
  type('a ~~旧~~ **粗** __也 粗__');
  expect(editor.getHTML()).toBe('<p>a <s>旧</s> <strong>粗</strong> <strong>也 粗</strong></p>');
});

test('[R24] a number of up to three digits begins a list', () => {
  createEditor();
  type('12. 条');
  expect(editor.getHTML()).toContain('<ol start="12"><li><p>条</p></li></ol>');
});

test('[R24] an address is linked once the input method behind it has ended', () => {
  createEditor();
  type('https://a.example/x');
  const { input } = editor.view as unknown as { input: { composing: boolean } };
  input.composing = true;
  editor.view.dispatch(editor.state.tr.insertText('好'));
  expect(links()).toEqual([]);
  input.composing = false;
  editor.commands.setTextSelection(1);
  expect(links()).toEqual(['https://a.example/x']);
});
