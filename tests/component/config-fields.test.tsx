import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CONFIG_ENTRIES } from '#contracts/config-entries.ts';
import { ConfigFields } from '#islands/admin/content/ConfigFields.tsx';
import type { ConfigValues } from '#islands/admin/content/config-values.ts';
import { renderIsland } from '../support/component.tsx';

/* Controls of the fields of the configuration. */

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
