/** The values of a form of any entry: contracts/config-entries.ts knows its fields. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A card of the carousel, of the activities or of the canned reasons: each has some fields. */
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
