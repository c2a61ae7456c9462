/** Parameter values by name. */
export type Params = Readonly<Record<string, unknown>>;

/** A quoted text, or a named parameter such as `:threadId`; `::type` isn't one. */
const PARAMETER_PATTERN = /'(?:[^']|'')*'|"[^"]*"|(?<![:\w]):([a-zA-Z]\w*)/g;

interface CompiledSql {
  /** With `$1`, `$2` … for PostgreSQL. */
  text: string;
  /** Parameter names in the order of their numbers. */
  names: readonly string[];
}

/** Numbers the named parameters of a text. Throws if one already has a number. */
export function compileParameters(namedSql: string): CompiledSql {
  if (/\$\d/.test(namedSql)) throw new Error(`parameters have names: ${namedSql}`);
  const names: string[] = [];
  const text = namedSql.replace(PARAMETER_PATTERN, (match: string, name: string | undefined) => {
    if (name === undefined) return match;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/** Parameter values in the order of their numbers. Throws if one is missing. */
export function toValues({ names, text }: CompiledSql, params: object): unknown[] {
  return names.map((name) => {
    if (!(name in params)) throw new Error(`no value is given for :${name} in ${text}`);
    return (params as Params)[name];
  });
}

/** Converts a query with named parameters to PostgreSQL's form. */
export function bindParameters(
  namedSql: string,
  params: object,
): { text: string; values: unknown[] } {
  const compiled = compileParameters(namedSql);
  return { text: compiled.text, values: toValues(compiled, params) };
}
