import type { T } from '#i18n/key.ts';
import { useTexts } from '../../ui/text.ts';
import type { Editor } from './editor.ts';
import { TextField } from './fields.tsx';

interface Named {
  name: string;
  name_en: string;
}

/** Both names of a thing are given. */
export const nameRules = (t: T) => {
  const given = (field: keyof Named) => (values: Named) =>
    values[field].trim() === '' ? t('admin.form.required') : undefined;
  return { name: given('name'), name_en: given('name_en') };
};

type Editing = Pick<Editor<Named>, 'values' | 'problems' | 'touch' | 'set'>;

/** What a thing is called, in Chinese and in English. */
export function NameFields({
  editor: { values, problems, touch, set },
  max = 30,
}: {
  editor: Editing;
  max?: number;
}) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('admin.forums.field.name')}
        lang="zh-CN"
        max={max}
        value={values.name}
        problem={problems.name}
        onBlur={() => touch('name')}
        onChange={(name) => set({ name })}
      />
      <TextField
        label={t('admin.forums.field.name_en')}
        lang="en"
        max={30}
        value={values.name_en}
        problem={problems.name_en}
        onBlur={() => touch('name_en')}
        onChange={(name_en) => set({ name_en })}
      />
    </>
  );
}
