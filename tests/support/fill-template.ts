/** Replaces `${NAME}` by values, as envsubst does. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
