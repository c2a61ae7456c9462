import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CONFIG_ENTRIES } from '#contracts/config-entries.ts';
import { ConfigFields } from '#islands/admin/content/ConfigFields.tsx';
import type { ConfigProblems, ConfigValues } from '#islands/admin/content/config-values.ts';
import { renderIsland } from '../support/component.tsx';

function Hosts() {
  const [values, setValues] = useState<ConfigValues>({ daemon: ['one.example'] });
  return (
    <ConfigFields
      fields={CONFIG_ENTRIES.iframe_allow.fields}
      values={values}
      problems={{}}
      onChange={setValues}
    />
  );
}

test('[R42] a host that is added takes the focus', async () => {
  const { user } = renderIsland(<Hosts />, { lang: 'zh' });
  await user.click(screen.getByRole('button', { name: '添加网站' }));
  await user.keyboard('two.example');
  const values = screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  expect(values).toEqual(['one.example', 'two.example']);
});

function Brand({ problems = {} }: { problems?: ConfigProblems }) {
  const [values, setValues] = useState<ConfigValues>({});
  return (
    <ConfigFields
      fields={CONFIG_ENTRIES.brand.fields}
      values={values}
      problems={problems}
      onChange={setValues}
    />
  );
}

const more = (name: string) => screen.getByText(name, { selector: 'summary' });
const labelsBefore = (end: Element): string[] =>
  [...document.querySelectorAll('label')]
    .filter((label) => label.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map((label) => label.textContent);

test.for([
  ['zh', '更多', ['品牌名称（中文）', '品牌名称（英文）', '论坛名称（中文）', '论坛名称（英文）']],
  [
    'en',
    'More',
    [
      'Brand name (English)',
      'Brand name (Chinese)',
      'Forum name (English)',
      'Forum name (Chinese)',
    ],
  ],
] as const)('[R34] in %s a brand begins with the names in that language', ([lang, name, names]) => {
  renderIsland(<Brand />, { lang });
  expect(labelsBefore(more(name)).slice(0, 4)).toEqual(names);
});

test('[R34] a brand shows six fields above the rest', () => {
  renderIsland(<Brand />, { lang: 'en' });
  const labels = labelsBefore(more('More')).filter((label) => label !== 'Upload picture');
  expect(labels).toHaveLength(6);
});

test('[R34] the hint of a pair of texts is at the one that comes first', () => {
  renderIsland(<Brand />, { lang: 'en' });
  screen.getByRole('textbox', {
    name: 'Forum name (English)',
    description: 'Shown after the brand name; “Community” if empty.',
  });
});

test('[R16] fields below "More" are shown while one of them has a problem', async () => {
  const { user } = renderIsland(<Brand problems={{ terms: 'Invalid link' }} />, { lang: 'en' });
  await user.click(more('More'));
  expect(more('More').parentElement).toHaveProperty('open', true);
});

test('[R34] fields below "More" are folded while none has a problem', () => {
  renderIsland(<Brand problems={{ name: 'refused' }} />, { lang: 'en' });
  expect(more('More').parentElement).toHaveProperty('open', false);
});
