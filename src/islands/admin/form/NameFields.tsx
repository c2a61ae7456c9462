import type { TFunction } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { TextField } from './form-fields.tsx';
import type { VersionedForm } from './use-versioned-form.ts';

interface Named {
  name: string;
  name_en: string;
}

/** Whether both names are given. */
export const requireNames = (t: TFunction) => {
  const requireField = (field: keyof Named) => (values: Named) =>
    values[field].trim() === '' ? t('admin.form.required') : undefined;
  return { name: requireField('name'), name_en: requireField('name_en') };
};

type NameForm = Pick<VersionedForm<Named>, 'values' | 'problems' | 'touch' | 'set'>;

/** The fields of a name in Chinese and in English. */
export function NameFields({
  editor: { values, problems, touch, set },
  max = 30,
}: {
  editor: NameForm;
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
