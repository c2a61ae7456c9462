import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isColour } from '#contracts/brand-colours.ts';
import type { ConfigFields as FieldDefinitions } from '#contracts/config-entries.ts';
import { htmlLang, isLang, type Lang } from '#contracts/language.ts';
import { MAX_HOST_CHARACTERS, MAX_LINK_CHARACTERS } from '#contracts/link-rules.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Button } from '../../components/Button.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import {
  CheckboxField,
  Field,
  NumberField,
  SelectField,
  TextField,
} from '../../components/form-fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { PictureField } from '../components/PictureField.tsx';
import { CardsField } from './CardsField.tsx';
import { toPictureUrl } from './config-problems.ts';
import type { ConfigCard, ConfigProblems, ConfigValues } from './config-values.ts';

interface ColourProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  value: string;
  onChange(value: string): void;
}

/** The initial colour of the browser's picker if none is chosen. */
const FIRST_OFFERED = '#0081ff';

/** A colour as `#rrggbb`, typed or picked; '' selects the default colour. */
function ColourField({ value, onChange, ...around }: ColourProps) {
  const { t } = useTexts();
  const colour = value.trim().toLowerCase();
  return (
    <Field {...around}>
      {(controlProps) => (
        <span className="colour">
          <input
            {...controlProps}
            className="mono"
            value={value}
            placeholder="#rrggbb"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            type="color"
            value={isColour(colour) ? colour : FIRST_OFFERED}
            aria-label={`${t('admin.config.colourPick')}: ${around.label}`}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}

interface HostsProps {
  path: string;
  hosts: readonly string[];
  problems: ConfigProblems;
  onChange(hosts: string[]): void;
}

/** A list of host names, such as those whose frames messages may have (R13). */
function HostsField({ path, hosts, problems, onChange }: HostsProps) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const hasAdded = useRef(false);
  useEffect(() => {
    if (!hasAdded.current) return;
    hasAdded.current = false;
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  });
  return (
    <div className="hosts" ref={list}>
      {hosts.map((host, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two hosts may be the same
        <div key={index} className="row">
          <TextField
            label={t('admin.config.host', { n: index + 1 })}
            placeholder="player.example.com"
            mono
            max={MAX_HOST_CHARACTERS}
            value={host}
            problem={problems[`${path}.${index}`]}
            onChange={(text) => onChange(hosts.map((one, other) => (other === index ? text : one)))}
          />
          <button
            type="button"
            className="bare"
            aria-label={t('admin.config.removeHost', { host: host || String(index + 1) })}
            onClick={() => onChange(hosts.filter((_, other) => other !== index))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      {hosts.length === 0 && <p className="hint">{t('admin.config.noHosts')}</p>}
      <p className="row">
        <Button
          onClick={() => {
            hasAdded.current = true;
            onChange([...hosts, '']);
          }}
        >
          <Icon name="plus" />
          {t('admin.config.addHost')}
        </Button>
      </p>
    </div>
  );
}

type ConfigField = FieldDefinitions[string];

export interface ConfigFieldsProps {
  fields: FieldDefinitions;
  /** The path of the fields in the entry, with a dot at the end: `cards.2.`. */
  prefix?: string;
  values: ConfigValues;
  problems: ConfigProblems;
  onChange(changes: ConfigValues): void;
  /** The language of texts without one of their own. */
  lang?: string | undefined;
  /** The index of the edited card. */
  openCard?: number | undefined;
  onOpenCard?(index: number | undefined): void;
}

/** The key of a field's label; the registry's test checks that each has its text. */
export const toLabelKey = (name: string, { label = name }: { label?: string }): TranslationKey =>
  `admin.config.field.${label}` as TranslationKey;

/** The fields of each line: adjacent choices of a card share one. */
function toLines(fields: FieldDefinitions, prefix: string): Record<string, ConfigField>[] {
  const lines: Record<string, ConfigField>[] = [];
  let choices: Record<string, ConfigField> | undefined;
  for (const [name, field] of Object.entries(fields)) {
    const isPaired = prefix !== '' && field.kind === 'choice';
    if (isPaired && choices) choices[name] = field;
    else {
      const line = { [name]: field };
      choices = isPaired ? line : undefined;
      lines.push(line);
    }
  }
  return lines;
}

/** Of two adjacent fields of one text in two languages, the reader's comes first, with the hint. */
function toReadersOrder(fields: FieldDefinitions, lang: Lang): [string, ConfigField][] {
  const ordered: [string, ConfigField][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const [otherName, other] = ordered.at(-1) ?? [];
    const isSecond = name === `${otherName}_en`;
    if (isSecond && otherName && other && field.kind === 'text' && field.lang === lang) {
      const { hint, ...otherField } = other;
      ordered.pop();
      ordered.push([name, { ...field, ...(hint ? { hint } : {}) }], [otherName, otherField]);
    } else ordered.push([name, field]);
  }
  return ordered;
}

/** The fields that few communities change; opens itself while one of them has a problem. */
function MoreFields({ hasProblem, children }: { hasProblem: boolean; children: ReactNode }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="more-fields"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary onClick={(event) => hasProblem && event.preventDefault()}>
        {t('admin.config.more')}
      </summary>
      {children}
    </details>
  );
}

/** Controls for the fields of an entry or a card, each by its kind (R34). */
export function ConfigFields({ fields, ...props }: ConfigFieldsProps) {
  const { lang } = useTexts();
  const ordered = toReadersOrder(fields, lang);
  const first = ordered.filter(([, { isUnderMore }]) => !isUnderMore);
  const more = ordered.filter(([, { isUnderMore }]) => isUnderMore);
  return (
    <>
      <FieldLines fields={Object.fromEntries(first)} {...props} />
      {more.length > 0 && (
        <MoreFields hasProblem={more.some(([name]) => name in props.problems)}>
          <FieldLines fields={Object.fromEntries(more)} {...props} />
        </MoreFields>
      )}
    </>
  );
}

function FieldLines({ fields, prefix = '', ...props }: ConfigFieldsProps) {
  return toLines(fields, prefix).map((line) => {
    const names = Object.keys(line);
    const controls = Object.entries(line).map(([name, field]) => (
      <ConfigFieldControl key={name} name={name} field={field} prefix={prefix} {...props} />
    ));
    return prefix && Object.values(line)[0]?.kind === 'choice' ? (
      <div key={names.join()} className="pair">
        {controls}
      </div>
    ) : (
      controls
    );
  });
}

interface ControlProps extends Omit<ConfigFieldsProps, 'fields'> {
  name: string;
  field: ConfigField;
  prefix: string;
}

function ConfigFieldControl({
  name,
  field,
  prefix,
  values,
  problems,
  onChange,
  lang,
  openCard,
  onOpenCard = () => undefined,
}: ControlProps) {
  const { t, lang: pageLang } = useTexts();
  const path = prefix + name;
  const hint = field.hint ?? (field.kind === 'link' ? 'link' : undefined);
  const common = {
    label: t(toLabelKey(name, field)),
    ...(hint ? { hint: t(`admin.config.hint.${hint}` as TranslationKey) } : {}),
    problem: problems[field.kind === 'picture' && prefix ? `${path}.url` : path],
  };
  const set = (value: unknown) => onChange({ [name]: value });
  switch (field.kind) {
    case 'text':
    case 'link': {
      const isText = field.kind === 'text';
      const ownLang = isText && field.lang ? htmlLang(field.lang) : lang;
      const text = String(values[name] ?? '');
      const fieldLang = isText ? (ownLang ?? foreignLang(pageLang, text)) : undefined;
      return (
        <TextField
          {...common}
          {...(fieldLang ? { lang: fieldLang } : {})}
          rows={isText ? (field.rows ?? 1) : 1}
          max={isText ? field.maxLength : MAX_LINK_CHARACTERS}
          value={text}
          onChange={set}
        />
      );
    }
    case 'picture':
      return (
        <PictureField
          {...common}
          value={toPictureUrl(values[name])}
          onChange={(url) => set(prefix ? { url } : url)}
        />
      );
    case 'colour':
      return <ColourField {...common} value={String(values[name] ?? '')} onChange={set} />;
    case 'number':
      return (
        <NumberField
          {...common}
          min={field.min}
          max={field.max}
          value={Number(values[name] ?? field.initial)}
          onChange={set}
        />
      );
    case 'switch':
      return <CheckboxField {...common} value={values[name] === true} onChange={set} />;
    case 'choice':
      return (
        <SelectField
          {...common}
          value={field.options.find((option) => option === values[name]) ?? field.options[0]}
          options={field.options.map(
            (option) =>
              [option, t(`admin.config.${field.texts}.${option}` as TranslationKey)] as const,
          )}
          onChange={set}
        />
      );
    case 'hosts':
      return (
        <HostsField
          path={path}
          hosts={(values[name] ?? []) as string[]}
          problems={problems}
          onChange={set}
        />
      );
    case 'cards':
      return (
        <CardsField
          path={path}
          fields={field.fields}
          item={field.item}
          cards={(values[name] ?? []) as ConfigCard[]}
          problems={problems}
          open={openCard}
          onOpen={onOpenCard}
          onChange={set}
        >
          {(card, cardPrefix, onCardChange) => (
            <ConfigFields
              fields={field.fields}
              prefix={cardPrefix}
              values={card}
              problems={problems}
              lang={isLang(card.language) ? htmlLang(card.language) : undefined}
              onChange={onCardChange}
            />
          )}
        </CardsField>
      );
  }
}
