/** The form values of any entry; contracts/config-entries.ts defines the fields. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A card of the carousel, the activities or the canned reasons, which have different fields. */
export interface ConfigCard extends ConfigValues {
  title?: string;
  label?: string;
  text?: string;
  action?: string;
  link?: string;
  language?: string;
  device?: string;
  img?: { url: string };
}

/** Problems by the path of the field: `cards.2.link`. */
export type ConfigProblems = Readonly<Record<string, string>>;
