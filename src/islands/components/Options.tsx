import type { SectionWire } from '#contracts/wire/forum.ts';
import { pickLang } from '#i18n/localized.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface OptionsProps<Value> {
  values: readonly Value[];
  label(value: Value): string;
}

export const Options = <Value extends string | number>({ values, label }: OptionsProps<Value>) =>
  values.map((value) => (
    <option key={value} value={value}>
      {label(value)}
    </option>
  ));

interface Named {
  id: number;
  name: string;
  name_en: string;
}

/** Options in the reader's language; empty while loading. */
export function NamedOptions({ options }: { options: readonly Named[] | undefined }) {
  const { lang } = useTexts();
  return options?.map(({ id, name, name_en }) => (
    <option key={id} value={id}>
      {pickLang(lang, name, name_en)}
    </option>
  ));
}

/** Forums as options, grouped by section. */
export function ForumOptions({ sections }: { sections: readonly SectionWire[] | undefined }) {
  const { lang } = useTexts();
  return sections?.map(({ id, name, name_en, forum }) => (
    <optgroup key={id} label={pickLang(lang, name, name_en)}>
      <NamedOptions options={forum} />
    </optgroup>
  ));
}
