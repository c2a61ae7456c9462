import { useEffect, useRef, useState } from 'react';
import { guardLeaving } from '#client/admin/admin-location.ts';
import { Failure } from '#client/core/failure.ts';
import type { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { type FormField, type FormFieldList, listFields, rulesOf } from './FieldList.tsx';

/** The version that somebody else has saved meanwhile. */
export interface TheirVersion<Values> {
  values: Values;
  version: number;
  by?: string | null;
  at?: string | null;
}

interface Options<Values, Saved> {
  /** The stored values; they may change while the form is open. */
  initial: Values;
  /** Rises with each change of the stored values. */
  version: number;
  /** The author and time of the stored version. */
  stored?: Pick<TheirVersion<Values>, 'by' | 'at'>;
  fields?: FormFieldList<Values> | undefined;
  /** Saves the values over the edited version. Throws Failure. */
  save(values: Values, version: number): Promise<Saved>;
  done?(saved: Saved, values: Values): void;
  /** Reads the payload of a conflict; `mine` are the values of the form. */
  theirs?(payload: unknown, mine: Values): TheirVersion<Values>;
}

export interface VersionedForm<Values> {
  fields: readonly (FormField<Values> | readonly FormField<Values>[])[];
  values: Values;
  set(changes: Partial<Values>): void;
  problems: Partial<Record<keyof Values, string>>;
  touch(field: keyof Values): void;
  /** Paths of the fields that the server refused. */
  refusedFields: readonly string[];
  isDirty: boolean;
  isSaving: boolean;
  failure: Failure | undefined;
  conflict: TheirVersion<Values> | undefined;
  submit(): Promise<void>;
  reset(): void;
  takeTheirs(): void;
  /** Saves the values over the other version, which the user has seen. */
  keepMine(): Promise<void>;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const readRefusedFields = (payload: unknown): string[] =>
  Array.isArray(payload)
    ? payload.map((one) => String((one as { field?: unknown }).field ?? ''))
    : [];

/** A form of a shared record, which never overwrites stored or typed values without a question. */
export function useVersionedForm<Values extends object, Saved>({
  initial,
  version,
  stored,
  fields: fieldList = [],
  save,
  done,
  theirs,
}: Options<Values, Saved>): VersionedForm<Values> {
  const { t } = useTexts();
  const [base, setBase] = useState({ values: initial, version });
  const [values, setValues] = useState(initial);
  const { step, failure, run, clearOutcome } = useSubmit();
  const isSaving = step === 'pending';
  const [conflict, setConflict] = useState<TheirVersion<Values>>();
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const fields = listFields(fieldList, values, set);
  const form = useForm(values, rulesOf(fields));
  const isDirty = !isEqual(values, base.values);
  const releaseGuard = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isDirty) return undefined;
    const release = guardLeaving(() => confirm(t('admin.form.leave')));
    releaseGuard.current = release;
    const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warnBeforeLeaving);
    return () => {
      release();
      removeEventListener('beforeunload', warnBeforeLeaving);
    };
  }, [isDirty, t]);

  const send = async (baseVersion: number): Promise<boolean> => {
    try {
      const saved = await save(values, baseVersion);
      setBase({
        values,
        version: (saved as { version?: number } | undefined)?.version ?? baseVersion,
      });
      setConflict(undefined);
      form.reset();
      // `done` may leave the page before this form renders as saved
      releaseGuard.current?.();
      done?.(saved, values);
      return true;
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'conflict' && theirs && error.payload))
        throw error;
      setConflict(theirs(error.payload, values));
      return false;
    }
  };
  const replaceBase = (next: Values, nextVersion: number) => {
    setBase({ values: next, version: nextVersion });
    setValues(next);
    setConflict(undefined);
    clearOutcome();
    form.reset();
  };

  const received = JSON.stringify({ version, initial });
  const seen = useRef(received);
  // The stored values were reloaded: a form with changes retains them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is received
  useEffect(() => {
    if (isSaving || seen.current === received) return;
    seen.current = received;
    if (version < (conflict ?? base).version) return; // loaded before the last save, arrived late
    if (!isDirty) replaceBase(initial, version);
    else if (version === base.version || isEqual(initial, base.values))
      setBase({ values: initial, version });
    else setConflict({ values: initial, version, ...stored });
  }, [received, isSaving]);

  return {
    fields,
    values,
    set,
    problems: form.problems,
    touch: form.touch,
    refusedFields:
      failure?.code === 'malformed' || failure?.code === 'inUse'
        ? readRefusedFields(failure.payload)
        : [],
    isDirty,
    isSaving,
    failure,
    conflict,
    submit: async () => void (form.submit() && (await run(() => send(base.version)))),
    reset: () => replaceBase(base.values, base.version),
    takeTheirs: () => conflict && replaceBase(conflict.values, conflict.version),
    keepMine: async () => void (conflict && (await run(() => send(conflict.version)))),
  };
}

export interface RowFormOptions<Row, Values, Saved>
  extends Pick<Options<Values, Saved>, 'fields' | 'done'> {
  /** Undefined for a new row. */
  row: Row | undefined;
  /** The edited fields, with the values of a new row. */
  empty: Values;
  create?(body: Values): Promise<Saved>;
  edit(request: { params: { id: number }; body: Values & { version: number } }): Promise<Saved>;
}

/** The form of a new or existing row with an id and version. */
export function useRowForm<
  Row extends { id: number; version: number } & Values,
  Values extends object,
  Saved = SavedRowWire,
>({
  row,
  empty,
  create = () => Promise.reject(new Error('These rows are created elsewhere.')),
  edit,
  ...options
}: RowFormOptions<Row, Values, Saved>): VersionedForm<Values> {
  const names = Object.keys(empty) as (keyof Values)[];
  const toValues = (from: Values) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Values;
  return useVersionedForm<Values, Saved>({
    ...options,
    initial: toValues(row ?? empty),
    version: row?.version ?? 0,
    save: (values, version) =>
      row ? edit({ params: { id: row.id }, body: { ...values, version } }) : create({ ...values }),
    theirs: (payload) => ({ values: toValues(payload as Row), version: (payload as Row).version }),
  });
}
