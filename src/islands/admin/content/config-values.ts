/** What stands in a form, whichever entry it is: the registry in contracts knows its fields. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A card of the carousel or of the activities; those have no label, action or device. */
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

/** What is wrong, by the path of the field: `cards.2.link`. */
export type ConfigProblems = Readonly<Record<string, string>>;
