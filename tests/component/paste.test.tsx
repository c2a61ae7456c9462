import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { $toasts } from '#client/core/toasts.ts';
import { preventFileNavigation } from '#islands/composer/picture-files.ts';
import { createExtensions } from '#islands/composer/rich/editor-extensions.ts';
import { toMessageHtml } from '#islands/composer/rich/editor-html.ts';
import { handlePaste } from '#islands/composer/rich/handle-paste.ts';
import { cleanPasted } from '#islands/composer/rich/pasted-html.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

/* Pasted content in the editor and on the page (R24). */

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function createEditor(): Editor {
  editor?.destroy();
  editor = new Editor({
    element: document.createElement('div'),
    extensions: createExtensions(() => '', { onAsk: () => undefined, onKey: () => false }),
    enablePasteRules: false,
  });
  return editor;
}

const clipboard = (data: Record<string, string>) =>
  ({ getData: (type: string) => data[type] ?? '', files: [] }) as unknown as DataTransfer;

function paste(data: Record<string, string>, plain = false): Editor {
  const into = createEditor();
  handlePaste(into, clipboard(data), plain);
  return into;
}

const pastedHtml = (text: string, plain = false): string =>
  toMessageHtml(paste({ 'text/plain': text }, plain), undefined);

/** Lines of a page, with white space collapsed as browsers do, except in code blocks. */
function pageLines(html: string): string[] {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const lines: string[] = [];
  for (const block of body.querySelectorAll('p, pre')) {
    const text = block.innerHTML
      .split(block.matches('pre') ? '\n' : '<br>')
      .map((part) => new DOMParser().parseFromString(`<pre>${part}</pre>`, 'text/html'))
      .map((part) => part.body.textContent);
    lines.push(
      ...(block.matches('pre')
        ? text
        : text.map((line) => line.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, ''))),
    );
  }
  return lines.map((line) => line.replaceAll('\u00a0', ' ').trimEnd());
}
const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));

const FSTAB = `# <file system>   <mount point>  <type>
UUID=8f1c-22aa    /              ext4
  # **zwei** __init__ ~x~ 1~2

- [ ] UUID=2B4C   /boot          vfat`;

test('[R24] the page shows a pasted configuration as it was copied', () => {
  expect(pageLines(pastedHtml(FSTAB)).filter(Boolean)).toEqual(linesOf(FSTAB));
});

const line = fc.oneof(
  anyText(8).map((text) => text.replace(/[\r\n\t\0\u00a0@]/g, '')),
  fc.constantFrom(
    '  x = 1',
    'a    b',
    '# comment',
    '- item',
    '**b**',
    '__init__',
    '',
    '   y',
    '1. z',
  ),
);

test('[R24] the page shows pasted text as the editor does, white space included', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const text = lines.join('\n');
      const into = paste({ 'text/plain': text }, true);
      const shown = into.getText({ blockSeparator: '\n' }).split('\n');
      const html = toMessageHtml(into, undefined);
      const kept = shown.map((one) => one.trimEnd()).filter(Boolean);
      expect(pageLines(html).filter(Boolean)).toEqual(kept);
      expect(kept).toEqual(linesOf(text));
    }),
    propertyRuns(150),
  );
});

test('[R24] tabs are as wide as in a terminal', () => {
  expect(pageLines(pastedHtml('a\tb\nlonger\tb'))).toEqual(['a       b', 'longer  b']);
});

test('[R24] empty lines part paragraphs, others are lines', () => {
  expect(pastedHtml('一\n二\n\n三')).toBe('<p>一<br>二</p><p>三</p>');
});

const offered = () => $toasts.get().map(({ key }) => key);
const takeOffer = () => $toasts.get().at(-1)?.action?.run?.();

test('[R24] pasted Markdown is formatted, and plain again at one click', async () => {
  const text = '## 步骤\n\n- 装\n- 重启';
  const into = paste({ 'text/plain': text });
  await vi.waitFor(() => expect(offered()).toEqual(['composer.pasted.markdown']));
  expect(into.getHTML()).toContain('<h2>步骤</h2>');
  takeOffer();
  expect(toMessageHtml(into, undefined)).toBe('<p>## 步骤</p><p>- 装<br>- 重启</p>');
});

test('[R24] text in columns becomes a code block at one click', () => {
  const into = paste({ 'text/plain': 'a:\n  b: 1\n  c:  2' });
  expect(offered()).toEqual(['composer.pasted.code']);
  takeOffer();
  expect(into.getHTML()).toContain('<pre><code>a:\n  b: 1\n  c:  2</code></pre>');
});

test('[R24] text with some Markdown is formatted at one click', async () => {
  const into = paste({ 'text/plain': '这是 **粗体**' });
  expect(offered()).toEqual(['composer.pasted.plain']);
  takeOffer();
  await vi.waitFor(() => expect(into.getHTML()).toContain('<strong>粗体</strong>'));
});

test('[R24] the offer disappears when the message is changed', () => {
  const into = paste({ 'text/plain': '这是 **粗体**' });
  into.commands.insertContent('x');
  expect(offered()).toEqual([]);
});

test('[R24] pasting as text offers nothing', () => {
  paste({ 'text/plain': '## 步骤\n\n- 装\n- 重启' }, true);
  expect(offered()).toEqual([]);
});

test.each([
  [
    'VS Code',
    { 'vscode-editor-data': '{"mode":"python"}', 'text/html': '<div>x</div>' },
    '<pre><code class="language-python">if x:\n    y</code></pre>',
  ],
  [
    'VS Code, by a browser that hides its data',
    {
      'text/html':
        "<meta charset='utf-8'><div style=\"color: #ccc;font-family: 'Droid Sans Mono', monospace;font-size: 14px;white-space: pre;\"><div><span>if</span> x:</div></div>",
    },
    '<pre><code>if x:\n    y</code></pre>',
  ],
  [
    'Windows Terminal',
    {
      'text/html':
        '<HTML><BODY><!--StartFragment --><DIV STYLE="display:inline-block;white-space:pre;background-color:#0C0C0C;font-family:\'Cascadia Mono\',monospace;padding:4px;">if x:<BR>    y</DIV></BODY></HTML>',
    },
    '<pre><code>if x:\n    y</code></pre>',
  ],
])('[R24] code of %s becomes a code block', (_what, data, html) => {
  const into = paste({ 'text/plain': 'if x:\r\n    y', ...data });
  expect(into.getHTML()).toContain(html);
});

const wordItem = (level: number, text: string, sign = '·') =>
  `<p class="MsoListParagraph" style="margin-left:21pt;mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${sign}</span>${text}</p>`;

test('[R24] lists of Word retain three levels', () => {
  const items = [
    wordItem(1, '一', '1.'),
    wordItem(2, '甲'),
    wordItem(3, '细'),
    wordItem(2, '乙'),
    wordItem(1, '二', '2.'),
  ].join('');
  expect(cleanPasted(items).replace(/ data-word=""/g, '')).toBe(
    '<ol><li>一<ul><li>甲<ul><li>细</li></ul></li><li>乙</li></ul></li><li>二</li></ol>',
  );
});

test('[R24] pictures of the copier’s own machine are said to be missing', () => {
  const html = '<p>甲<img src="file:///C:/x/image001.png"><img src="https://a.example/x.png"></p>';
  expect(cleanPasted(html)).toBe('<p>甲<img src="https://a.example/x.png"></p>');
  expect($toasts.get()).toMatchObject([{ key: 'composer.pasted.missing', values: { count: 1 } }]);
});

test('[R33] a pasted file that is no picture is refused with a sentence', () => {
  const into = createEditor();
  const files = [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })];
  expect(handlePaste(into, { getData: () => '', files } as unknown as DataTransfer, false)).toBe(
    true,
  );
  expect($toasts.get()).toMatchObject([{ key: 'composer.onlyPictures', isError: true }]);
});

test('[R33] files that are dropped outside of the field don’t change the page', () => {
  const stop = preventFileNavigation();
  const drop = (types: string[]) => {
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { types, dropEffect: 'copy' },
    });
    document.body.dispatchEvent(event);
    return [event.defaultPrevented, event.dataTransfer.dropEffect];
  };
  expect(drop(['Files'])).toEqual([true, 'none']);
  expect(drop(['text/plain'])).toEqual([false, 'copy']);
  stop();
  expect(drop(['Files'])).toEqual([false, 'copy']);
});

test('[R24] a pasted title has the level that the page gives it', () => {
  expect(cleanPasted('<h1>安装 <b>说明</b></h1>')).toBe('<h2>安装 <b>说明</b></h2>');
});
