/** The values of a form of any entry: contracts/config-entries.ts knows its fields. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A card of the carousel or of the activities; activities have no label, action or device. */
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
