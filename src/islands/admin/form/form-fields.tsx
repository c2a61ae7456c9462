import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The problem of the field (R16). */
  problem?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control, and below it the problem or a hint. */
export function Field({
  label,
  hint,
  problem,
  children,
}: FieldProps & { children(controlProps: ControlProps): ReactNode }) {
  const id = useId();
  const descriptionId = problem || hint ? `${id}-about` : undefined;
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': descriptionId,
      })}
      {descriptionId && (
        <p id={descriptionId} className={problem ? 'wrong' : 'hint'}>
          {problem || hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** Lines of the field; a text area for more than one. */
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
}: TextFieldProps) {
  return (
    <Field {...around}>
      {(controlProps) => {
        const props = {
          ...controlProps,
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

interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange(value: Value): void;
}

export function SelectField<Value extends string>({
  value,
  options,
  onChange,
  ...around
}: SelectFieldProps<Value>) {
  return (
    <Field {...around}>
      {(controlProps) => (
        <select
          {...controlProps}
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
  onBlur,
  ...around
}: FieldProps & {
  value: number;
  onChange(value: number): void;
  onBlur?(): void;
  min: number;
  max: number;
}) {
  return (
    <Field {...around}>
      {(controlProps) => (
        <input
          {...controlProps}
          type="number"
          className="num"
          inputMode="numeric"
          min={min}
          max={max}
          value={Number.isNaN(value) ? '' : value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}

export function CheckboxField({
  label,
  hint,
  value,
  onChange,
}: Pick<FieldProps, 'label' | 'hint'> & { value: boolean; onChange(value: boolean): void }) {
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
