import { Fragment, type ReactNode } from 'react';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { MAX_FORUM_TEXTS } from '#contracts/admin-choices.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { CannedReasons } from '../../components/CannedReasons.tsx';
import {
  CheckboxField,
  type Choice,
  ChoicesField,
  SelectField,
  TextField,
  type TextFieldProps,
} from '../../components/form-fields.tsx';

type NameOf<Values, Kind> = {
  [Name in keyof Values & string]: Values[Name] extends Kind ? Name : never;
}[keyof Values & string];

interface FieldTexts<Values> {
  label: string;
  hint?: string | undefined;
  /** The problem of an empty value (R16). */
  required?: string;
  /** The problem of a value. */
  check?(values: Values): string | undefined;
  /** The problem of a value that the server refused. */
  refused?: string;
}

type TextOptions = Pick<TextFieldProps, 'rows' | 'max' | 'lang' | 'mono' | 'placeholder'> & {
  /** Offers the canned reasons of moderators. */
  hasCannedReasons?: true;
};
type Name = string | number;

/** A field of a form, by the kind of its value; the form itself renders a field of kind `own`. */
export type FormField<Values> =
  | (FieldTexts<Values> & TextOptions & { kind?: 'text'; name: NameOf<Values, string> })
  | (FieldTexts<Values> & {
      kind: 'choice';
      name: NameOf<Values, Name>;
      options: readonly Choice<Name>[];
    })
  | (FieldTexts<Values> & {
      kind: 'choices';
      name: NameOf<Values, readonly Name[]>;
      options: readonly Choice<Name>[];
    })
  | (FieldTexts<Values> & { kind: 'switch'; name: NameOf<Values, boolean> })
  | (FieldTexts<Values> & {
      kind: 'own';
      name: keyof Values & string;
      draw(problem: string | undefined): ReactNode;
    });

type Line<Values> = FormField<Values> | readonly FormField<Values>[] | false;

/** The fields of a form in order; the fields of an inner list share a line. */
export type FormFieldList<Values> =
  | readonly Line<Values>[]
  | ((values: Values, set: (changes: Partial<Values>) => void) => readonly Line<Values>[]);

export function listFields<Values>(
  fields: FormFieldList<Values>,
  values: Values,
  set: (changes: Partial<Values>) => void,
): readonly Exclude<Line<Values>, false>[] {
  const lines = typeof fields === 'function' ? fields(values, set) : fields;
  return lines.filter((line) => line !== false);
}

interface Form<Values> {
  fields: readonly Exclude<Line<Values>, false>[];
  values: Values;
  problems: Partial<Record<keyof Values, string>>;
  refusedFields?: readonly string[];
  set(changes: Partial<Values>): void;
  touch(field: keyof Values): void;
}

const isPair = <Values,>(
  line: FormField<Values> | readonly FormField<Values>[],
): line is readonly FormField<Values>[] => Array.isArray(line);

/** The rules of fields, as a parameter of `useForm`. */
export const rulesOf = <Values,>(fields: Form<Values>['fields']) =>
  Object.fromEntries(
    fields
      .flat()
      .map(({ name, required, check }) => [
        name,
        (values: Values) =>
          required && String(values[name]).trim() === '' ? required : check?.(values),
      ]),
  ) as { [Field in keyof Values]?: (values: Values) => string | undefined };

function FieldControl<Values>({ field, form }: { field: FormField<Values>; form: Form<Values> }) {
  const { name, label, hint, refused } = field;
  const value: unknown = form.values[name];
  const isRefused = form.refusedFields?.includes(name) ?? false;
  const problem = form.problems[name] ?? (isRefused ? refused : undefined);
  const onChange = (changed: unknown) => form.set({ [name]: changed } as Partial<Values>);
  const common = { label, hint, problem, onChange };
  switch (field.kind) {
    case 'own':
      return field.draw(problem);
    case 'switch':
      return <CheckboxField {...common} value={value as boolean} />;
    case 'choice':
      return <SelectField {...common} value={value as Name} options={field.options} />;
    case 'choices':
      return <ChoicesField {...common} value={value as Name[]} options={field.options} />;
    default: {
      const { rows, max, lang, mono, placeholder } = field;
      return (
        <TextField
          {...common}
          {...{ rows, max, lang, mono, placeholder }}
          value={value as string}
          onBlur={() => form.touch(name)}
          above={
            field.hasCannedReasons && <CannedReasons value={value as string} onChange={onChange} />
          }
        />
      );
    }
  }
}

export function FieldList<Values>({ form }: { form: Form<Values> }) {
  const draw = (field: FormField<Values>) => (
    <FieldControl key={field.name} field={field} form={form} />
  );
  return form.fields.map((line) =>
    isPair(line) ? (
      <div key={line.map(({ name }) => name).join()} className="pair">
        {line.map(draw)}
      </div>
    ) : (
      <Fragment key={line.name}>{draw(line)}</Fragment>
    ),
  );
}

/** A text of a section, forum, theme or group in Chinese and English, each with label and limit. */
export const localizedFields = <const Text extends keyof typeof MAX_FORUM_TEXTS>(
  t: TFunction,
  text: Text,
  {
    max = MAX_FORUM_TEXTS[text],
    hint,
    ...options
  }: Omit<FieldTexts<never>, 'label'> & TextOptions = {},
) =>
  ([text, `${text}_en`] as const).map((name) => ({
    ...options,
    name,
    label: t(`admin.forums.field.${name as keyof typeof MAX_FORUM_TEXTS}`),
    ...(name === text ? { lang: 'zh-CN', max, hint } : { lang: 'en', max: MAX_FORUM_TEXTS[text] }),
  }));

/** A name in Chinese and in English, both required. */
export const nameFields = (t: TFunction, max?: number) =>
  localizedFields(t, 'name', { max, required: t('admin.form.required') });

/** The reason of an action for the log, and whether the author is notified. */
export const noteFields = (t: TFunction): FormField<ActionReason>[] => [
  {
    name: 'note',
    label: t('admin.note.label'),
    hint: t('admin.note.hint'),
    hasCannedReasons: true,
    rows: 2,
    max: MAX_REASON_CHARACTERS,
  },
  { kind: 'switch', name: 'notify', label: t('admin.note.notify') },
];

/** The reason of an action on a user; `hint` names its readers. */
export const reasonField = (
  t: TFunction,
  hint: string,
  options: Pick<FieldTexts<never>, 'required'> = {},
): FormField<{ reason: string }> => ({
  ...options,
  name: 'reason',
  label: t('admin.users.reason'),
  hint,
  rows: 3,
  max: MAX_REASON_CHARACTERS,
});
