import { useEffect, useRef, useState } from 'react';
import { holdWhile } from '#stores/admin/place.ts';
import { Failure } from '#stores/failure.ts';
import { useForm } from '../../ui/form.ts';
import { useTexts } from '../../ui/text.ts';

/** What somebody else saved meanwhile, and who. */
export interface Theirs<Values> {
  values: Values;
  version: number;
  by?: string | null;
  at?: string | null;
}

interface Options<Values, Saved> {
  initial: Values;
  version: number;
  rules?: Parameters<typeof useForm<Values & object>>[1];
  /** Saves what stands in the form over the version that was edited. Throws Failure. */
  save(values: Values, version: number): Promise<Saved>;
  /** After it was saved. */
  done?(saved: Saved, values: Values): void;
  /** Reads what comes with a conflict; `mine` is what stands in the form. */
  theirs?(payload: unknown, mine: Values): Theirs<Values>;
}

export interface Editor<Values> {
  values: Values;
  set(changes: Partial<Values>): void;
  problems: Partial<Record<keyof Values, string>>;
  touch(field: keyof Values): void;
  /** Paths of fields that the server didn't take. */
  refused: readonly string[];
  dirty: boolean;
  saving: boolean;
  failure: Failure | undefined;
  conflict: Theirs<Values> | undefined;
  submit(): Promise<void>;
  /** Throws away what stands in the form. */
  reset(): void;
  takeTheirs(): void;
  /** Saves what stands in the form over theirs, which somebody has now seen. */
  keepMine(): Promise<void>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const fieldsIn = (payload: unknown): string[] =>
  Array.isArray(payload)
    ? payload.map((one) => String((one as { field?: unknown }).field ?? ''))
    : [];

/**
 * A form over something that others may change too: nothing is overwritten unseen, nothing is lost
 * by leaving.
 */
export function useEditor<Values extends object, Saved>({
  initial,
  version,
  rules = {},
  save,
  done,
  theirs,
}: Options<Values, Saved>): Editor<Values> {
  const { t } = useTexts();
  const [base, setBase] = useState({ values: initial, version });
  const [values, setValues] = useState(initial);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Theirs<Values>>();
  const form = useForm(values, rules as Parameters<typeof useForm<Values>>[1]);
  const dirty = !same(values, base.values);
  const freeNow = useRef<() => void>(undefined);

  useEffect(() => {
    if (!dirty) return undefined;
    const free = holdWhile(() => confirm(t('admin.form.leave')));
    freeNow.current = free;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => {
      free();
      removeEventListener('beforeunload', hold);
    };
  }, [dirty, t]);

  const send = async (over: number) => {
    setSaving(true);
    setFailure(undefined);
    try {
      const saved = await save(values, over);
      setBase({ values, version: (saved as { version?: number } | undefined)?.version ?? over });
      setConflict(undefined);
      form.reset();
      freeNow.current?.(); // what is done now may be leaving, before this form is drawn as saved
      done?.(saved, values);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'conflict' && theirs && error.payload)
        setConflict(theirs(error.payload, values));
      else setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  const accept = (next: Values, nextVersion: number) => {
    setBase({ values: next, version: nextVersion });
    setValues(next);
    setConflict(undefined);
    setFailure(undefined);
    form.reset();
  };
  return {
    values,
    set: (changes) => setValues((before) => ({ ...before, ...changes })),
    problems: form.problems,
    touch: form.touch,
    refused:
      failure?.code === 'malformed' || failure?.code === 'inUse' ? fieldsIn(failure.payload) : [],
    dirty,
    saving,
    failure,
    conflict,
    submit: async () => void (form.submit() && (await send(base.version))),
    reset: () => accept(base.values, base.version),
    takeTheirs: () => conflict && accept(conflict.values, conflict.version),
    keepMine: async () => void (conflict && (await send(conflict.version))),
  };
}
