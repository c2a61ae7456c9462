import { useState } from 'react';

/** What is wrong with a field, in the reader's language; undefined when nothing is. */
type Rule<Values> = (values: Values) => string | undefined;

interface Form<Values> {
  /** What to say beside each field that the person has touched. */
  problems: Partial<Record<keyof Values, string>>;
  /** For a field that is left. */
  touch(field: keyof Values): void;
  /**
   * Marks every field touched, looks at all of them again, and says whether the form may be sent
   * (R16).
   */
  submit(): boolean;
  /** For a form that begins anew. */
  reset(): void;
}

export function useForm<Values extends object>(
  values: Values,
  rules: { [Field in keyof Values]?: Rule<Values> },
): Form<Values> {
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set());
  const fields = Object.keys(rules) as (keyof Values)[];
  const foundProblems = fields
    .map((field) => [field, rules[field]?.(values)] as const)
    .filter(([, problem]) => problem !== undefined);
  return {
    problems: Object.fromEntries(foundProblems.filter(([field]) => touched.has(field))) as Partial<
      Record<keyof Values, string>
    >,
    touch: (field) =>
      setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
    submit() {
      setTouched(new Set(fields));
      return foundProblems.length === 0;
    },
    reset: () => setTouched(new Set()),
  };
}
