/** Values of a statement's parameters, by their names in its text. */
export type Params = Readonly<Record<string, unknown>>;

/**
 * What is in quotes, or a parameter as statements name it: `:threadId`. The two colons before a
 * type are none.
 */
const PARAMETER_PATTERN = /'(?:[^']|'')*'|"[^"]*"|(?<![:\w]):([a-zA-Z]\w*)/g;

interface CompiledSql {
  /** With `$1`, `$2` … as PostgreSQL has them. */
  text: string;
  /** Of the parameters, in the order of their numbers. */
  names: readonly string[];
}

/** Numbers the parameters of a text by their names. Throws when one has a number already. */
export function compileParameters(namedSql: string): CompiledSql {
  if (/\$\d/.test(namedSql)) throw new Error(`parameters have names: ${namedSql}`);
  const names: string[] = [];
  const text = namedSql.replace(PARAMETER_PATTERN, (whole: string, name: string | undefined) => {
    if (name === undefined) return whole;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/** Values of parameters by their numbers. Throws when one has none: a name is wrong. */
export function toValues({ names, text }: CompiledSql, params: object): unknown[] {
  return names.map((name) => {
    if (!(name in params)) throw new Error(`no value is given for :${name} in ${text}`);
    return (params as Params)[name];
  });
}

/** A query whose parameters have names, as PostgreSQL takes it. */
export function bindParameters(
  namedSql: string,
  params: object,
): { text: string; values: unknown[] } {
  const compiled = compileParameters(namedSql);
  return { text: compiled.text, values: toValues(compiled, params) };
}
