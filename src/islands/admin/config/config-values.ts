import type { ConfigValue } from '#contracts/wire/admin-config.ts';

/** A card of the carousel or of the activities; those have no label, action or device. */
export type ConfigCard = Partial<ConfigValue<'carousel'>['cards'][number]> & {
  title?: string;
  link?: string;
  img?: { url: string };
};

/** What stands in a form, whichever entry it is. */
export interface ConfigValues {
  text?: string;
  text_en?: string;
  link?: string;
  level?: string;
  cards?: ConfigCard[];
  debug?: boolean;
  title_max_length?: number;
  title_suffix?: string;
  daemon?: string | string[];
  default_img?: string;
}

export interface ConfigFormProps {
  values: ConfigValues;
  set(changes: Partial<ConfigValues>): void;
  /** By the path of the field: `cards.2.link`. */
  problems: Readonly<Record<string, string>>;
}
