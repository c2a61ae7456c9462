import { type ReactNode, useId } from 'react';
import { Check } from './Choices.tsx';
import { FieldProblem } from './FormError.tsx';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Shown between label and control. */
  above?: ReactNode;
  problem?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function Field({
  label,
  hint,
  above,
  problem,
  children,
}: FieldProps & { children(controlProps: ControlProps): ReactNode }) {
  const id = useId();
  const descriptionId = problem || hint ? `${id}-about` : undefined;
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {above}
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

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** Lines of the field; more than one makes a text area. */
  rows?: number | undefined;
  max?: number | undefined;
  lang?: string | undefined;
  mono?: boolean | undefined;
  placeholder?: string | undefined;
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

export type Choice<Value> = readonly [value: Value, text: string];

export const toChoices = <const Value,>(
  values: readonly Value[],
  text: (value: Value) => string,
): Choice<Value>[] => values.map((value) => [value, text(value)]);

interface SelectFieldProps<Value> extends FieldProps {
  value: Value;
  options: readonly Choice<Value>[];
  onChange(value: Value): void;
}

export function SelectField<Value extends string | number>({
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
          onChange={(event) => {
            const chosen = options.find(([one]) => String(one) === event.target.value);
            if (chosen) onChange(chosen[0]);
          }}
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
}: FieldProps & { value: boolean; onChange(value: boolean): void }) {
  return (
    <div className="field choices">
      <Check checked={value} onChange={onChange}>
        <span>
          {label}
          {hint && <span className="hint"> {hint}</span>}
        </span>
      </Check>
    </div>
  );
}

interface ChoicesFieldProps<Value> extends FieldProps {
  value: readonly Value[];
  options: readonly Choice<Value>[];
  /** Shows the choices in two columns. */
  isPaired?: boolean;
  onChange(value: Value[]): void;
}

/** A choice of any number of options. */
export function ChoicesField<Value extends string | number>({
  label,
  hint,
  problem,
  value,
  options,
  isPaired = false,
  onChange,
}: ChoicesFieldProps<Value>) {
  const id = useId();
  const choices = options.map(([choice, text]) => (
    <Check
      key={choice}
      checked={value.includes(choice)}
      onChange={(is) => onChange(is ? [...value, choice] : value.filter((one) => one !== choice))}
    >
      {text}
    </Check>
  ));
  return (
    <fieldset className="field choices" aria-describedby={problem ? id : undefined}>
      <legend>
        {label}
        {hint && <span className="hint"> {hint}</span>}
      </legend>
      {isPaired ? <div className="pair">{choices}</div> : choices}
      <FieldProblem id={id}>{problem}</FieldProblem>
    </fieldset>
  );
}
