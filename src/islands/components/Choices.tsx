import type { ReactNode } from 'react';

interface CheckProps {
  checked: boolean;
  className?: string;
  describedBy?: string;
  disabled?: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}

export const Check = (props: CheckProps) => (
  <label className={props.className}>
    <input
      type="checkbox"
      checked={props.checked}
      disabled={props.disabled}
      aria-describedby={props.describedBy}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
    {props.children}
  </label>
);

interface RadioProps {
  name: string;
  checked: boolean;
  lang?: string | undefined;
  onChoose(): void;
  children: ReactNode;
}

export const Radio = ({ name, checked, lang, onChoose, children }: RadioProps) => (
  <label lang={lang}>
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    {children}
  </label>
);

interface RadiosProps<Option> {
  name: string;
  options: readonly Option[];
  chosen: Option;
  onChoose(option: Option): void;
  label(option: Option): string;
  /** The language of an option's label, if it differs from the page's. */
  langOf?(option: Option): string | undefined;
}

export const Radios = <Option extends string>(props: RadiosProps<Option>) =>
  props.options.map((option) => (
    <Radio
      key={option}
      name={props.name}
      checked={props.chosen === option}
      lang={props.langOf?.(option)}
      onChoose={() => props.onChoose(option)}
    >
      {props.label(option)}
    </Radio>
  ));
