import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import PlainEditor from '#islands/composer/plain/PlainEditor.tsx';
import { findToast, renderIsland } from '../support/component.tsx';

/* Pasting into the phone's field, which contains Markdown (R24). */

const SCRIPT = `#!/bin/bash
# 每天凌晨备份
for f in ~/docs/*; do
    cp -a "$f" /mnt/__backup__   # **不要** 删
done
`;
const README = '## 步骤\n\n1. 下载\n2. 校验\n\n> 注意';

let sent = '';
function Field({ start = '' }) {
  const [html, setHtml] = useState(start);
  sent = html;
  return <PlainEditor label="正文" value={html} onChange={setHtml} />;
}

/** Pastes as browsers do: the field takes the text unless the page prevents it. */
function paste(field: HTMLTextAreaElement, text: string): void {
  const clipboardData = { getData: () => text, files: [] };
  if (!fireEvent.paste(field, { clipboardData })) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  fireEvent.input(field, { target: { value: field.value } });
}

const open = (start?: string) => {
  const { user } = renderIsland(start === undefined ? <Field /> : <Field start={start} />, {
    area: 'phone',
  });
  return { user, field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: '正文' }) };
};
const codeOf = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('pre code')?.textContent;

test('[R24] a pasted script is code, with all that was copied', () => {
  const { field } = open();
  paste(field, SCRIPT);
  expect(codeOf(sent)?.trimEnd()).toBe(SCRIPT.trimEnd());
});

test('[R24] pasted code is ordinary text after one tap', async () => {
  const { user, field } = open();
  paste(field, SCRIPT);
  await findToast(/已放进代码块/);
  await user.click(screen.getByRole('button', { name: '改为普通文字' }));
  expect(field.value).toBe(SCRIPT);
});

test('[R24] pasted Markdown stays Markdown', () => {
  const { field } = open();
  paste(field, README);
  expect(field.value).toBe(README);
});

test('[R24] code that is pasted into a code block gets no fence of its own', () => {
  const { field } = open();
  fireEvent.input(field, { target: { value: '```bash\n\n```' } });
  field.setSelectionRange(8, 8);
  paste(field, SCRIPT);
  expect(field.value).toBe(`\`\`\`bash\n${SCRIPT}\n\`\`\``);
});

test('[R24] code with fences of its own stays one block', () => {
  const { field } = open();
  const text = `# 说明\necho 1\n\`\`\`\nsudo x\n\`\`\`\n    a    b\n    c    d`;
  paste(field, text);
  expect(codeOf(sent)?.trimEnd()).toBe(text);
});
