import { useState } from 'react';
import { whenReleased } from './when-released.ts';

/** Returns the problem of a field as text; undefined if there is none. */
type Rule<Values> = (values: Values) => string | undefined;

interface Form<Values> {
  /** The problems of fields that were left or submitted. */
  problems: Partial<Record<keyof Values, string>>;
  touch(field: keyof Values): void;
  /** Marks and validates every field; returns whether the form may be sent (R16). */
  submit(): boolean;
  reset(): void;
  /** Resets one field, whose content was just added. */
  resetField(field: keyof Values): void;
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
      whenReleased(() =>
        setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
      ),
    submit() {
      setTouched(new Set(fields));
      return foundProblems.length === 0;
    },
    reset: () => setTouched(new Set()),
    resetField: (field) =>
      setTouched((before) => new Set([...before].filter((one) => one !== field))),
  };
}
