import type { ConfigValue } from '#contracts/wire/admin-config.ts';

/** A card of the carousel or of the activities; those have no label, action or device. */
export type Card = Partial<ConfigValue<'carousel'>['cards'][number]> & {
  title?: string;
  link?: string;
  img?: { url: string };
};

/** What stands in a form, whichever entry it is. */
export interface Values {
  text?: string;
  text_en?: string;
  link?: string;
  level?: string;
  cards?: Card[];
  debug?: boolean;
  title_max_length?: number;
  title_suffix?: string;
  daemon?: string | string[];
  default_img?: string;
}

export interface EntryFormProps {
  values: Values;
  set(changes: Partial<Values>): void;
  /** By the path of the field: `cards.2.link`. */
  problems: Readonly<Record<string, string>>;
}
