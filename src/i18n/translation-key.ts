import type zhAdmin from '../../public/assets/i18n/zh.admin.json';
import type zh from '../../public/assets/i18n/zh.json';
import type zhModeration from '../../public/assets/i18n/zh.moderation.json';

/** Plural forms share a key: `replies_one` is requested as `replies` with a `count`. */
type WithoutPluralSuffix<Name extends string> =
  Name extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Name;

type KeysOf<Dictionary, Path extends string = ''> = {
  [Name in keyof Dictionary & string]: Dictionary[Name] extends string
    ? `${Path}${WithoutPluralSuffix<Name>}`
    : KeysOf<Dictionary[Name], `${Path}${Name}.`>;
}[keyof Dictionary & string];

export type TranslationKey =
  | KeysOf<typeof zh>
  | KeysOf<typeof zhModeration>
  | KeysOf<typeof zhAdmin>;

export type TitledGroup = {
  [Key in TranslationKey]: Key extends `${infer Group}.title`
    ? `${Group}.text` extends TranslationKey
      ? Group
      : never
    : never;
}[TranslationKey];

/** Returns a text of the interface; `count` selects the plural form. */
export type TFunction = (key: TranslationKey, values?: Record<string, string | number>) => string;
