import { type ReactNode, useId } from 'react';

interface Around {
  label: string;
  hint?: ReactNode;
  /** What is wrong with it, beside it (R16). */
  problem?: string | undefined;
}

interface Given {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control, and below it what is wrong or what to know. */
export function Field({
  label,
  hint,
  problem,
  children,
}: Around & { children(given: Given): ReactNode }) {
  const id = useId();
  const about = problem || hint ? `${id}-about` : undefined;
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': about })}
      {about && (
        <p id={about} className={problem ? 'wrong' : 'hint'}>
          {problem || hint}
        </p>
      )}
    </div>
  );
}

interface TextProps extends Around {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** More than one: a field of several lines. */
  rows?: number;
  max?: number;
  lang?: string;
  mono?: boolean;
  placeholder?: string;
}

export function TextField({
  value,
  onChange,
  onBlur,
  rows = 1,
  max,
  lang,
  mono,
  placeholder,
  ...around
}: TextProps) {
  return (
    <Field {...around}>
      {(given) => {
        const props = {
          ...given,
          value,
          lang,
          placeholder,
          maxLength: max,
          className: mono ? 'mono' : undefined,
          onBlur,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        };
        return rows > 1 ? <textarea {...props} rows={rows} /> : <input {...props} />;
      }}
    </Field>
  );
}

interface PickProps<Value extends string> extends Around {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange(value: Value): void;
}

export function PickField<Value extends string>({
  value,
  options,
  onChange,
  ...around
}: PickProps<Value>) {
  return (
    <Field {...around}>
      {(given) => (
        <select
          {...given}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function NumberField({
  value,
  onChange,
  min,
  max,
  ...around
}: Around & { value: number; onChange(value: number): void; min: number; max: number }) {
  return (
    <Field {...around}>
      {(given) => (
        <input
          {...given}
          type="number"
          className="num"
          inputMode="numeric"
          min={min}
          max={max}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}

export function SwitchField({
  label,
  hint,
  value,
  onChange,
}: Pick<Around, 'label' | 'hint'> & { value: boolean; onChange(value: boolean): void }) {
  return (
    <div className="field choices">
      <label>
        <input
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {label}
          {hint && <span className="hint"> {hint}</span>}
        </span>
      </label>
    </div>
  );
}
