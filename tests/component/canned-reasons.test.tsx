import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DEFAULT_CANNED_REASONS } from '#contracts/canned-reasons.ts';
import { CONFIG_ENTRIES } from '#contracts/config-entries.ts';
import type { Lang } from '#contracts/language.ts';
import { ConfigFields } from '#islands/admin/content/ConfigFields.tsx';
import type { ConfigValues } from '#islands/admin/content/config-values.ts';
import ReasonField from '#islands/components/ReasonField.tsx';
import { answerCalls } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const OWN = { title: '标题党', title_en: 'Clickbait', text: '标题与内容不符。', text_en: '' };
const answerReasons = () =>
  answerCalls({
    'GET /v2/public/config/{name}': () => ({
      id: 1,
      field: 'reasons',
      value: JSON.stringify({ cards: [...DEFAULT_CANNED_REASONS, OWN] }),
    }),
  });

function Field({ authorLang }: { authorLang?: Lang }) {
  const [reason, setReason] = useState({ note: '', notify: true });
  return <ReasonField value={reason} onChange={setReason} authorLang={authorLang} />;
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

test('[R34] a canned reason fills the field in the author’s language', async () => {
  answerReasons();
  const { user } = renderIsland(<Field authorLang="zh" />, { as: MEMBER, lang: 'en' });
  await user.click(await screen.findByRole('button', { name: 'Off topic' }));
  expect(field().value).toBe('内容与这个主题无关。如需讨论，请另发主题。');
});

test('[R34] a canned reason is in the moderator’s language for an unknown author', async () => {
  answerReasons();
  const { user } = renderIsland(<Field />, { as: MEMBER, lang: 'en' });
  await user.click(await screen.findByRole('button', { name: 'Duplicate' }));
  expect(field().value).toBe('This was posted before. Please continue in the existing thread.');
});

test('[R34] a canned reason without an English text uses its English name', async () => {
  answerReasons();
  const { user } = renderIsland(<Field />, { as: MEMBER, lang: 'en' });
  await user.click(await screen.findByRole('button', { name: 'Clickbait' }));
  expect(field().value).toBe('Clickbait');
});

test('[R34] a canned reason can be edited after it was chosen', async () => {
  answerReasons();
  const { user } = renderIsland(<Field />, { as: MEMBER, lang: 'zh' });
  await user.click(await screen.findByRole('button', { name: '标题党' }));
  await user.type(field(), '请改标题');
  expect(field().value).toBe('标题与内容不符。请改标题');
});

function ReasonsForm() {
  const [values, setValues] = useState<ConfigValues>({ cards: [OWN] });
  const [open, setOpen] = useState<number>();
  return (
    <ConfigFields
      fields={CONFIG_ENTRIES.reasons.fields}
      values={values}
      problems={{}}
      openCard={open}
      onOpenCard={setOpen}
      onChange={(changes) => setValues({ ...values, ...changes })}
    />
  );
}

test('[R34] an administrator adds a canned reason in both languages', async () => {
  const { user } = renderIsland(<ReasonsForm />, { lang: 'zh' });
  await user.click(screen.getByRole('button', { name: '添加理由' }));
  await user.type(screen.getByLabelText('名称（中文）'), '挖坟');
  await user.type(screen.getByLabelText('名称（英文）'), 'Old thread');
  await screen.findByRole('button', { name: '删除理由：挖坟' });
});
