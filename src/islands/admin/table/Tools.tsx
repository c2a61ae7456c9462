import { useEffect, useState } from 'react';
import { given } from '#stores/request.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { type Asked, queryOf, type TypedFilter } from './rows.ts';
import { LIMITS, type TableState } from './state.ts';

/** A filter: all, or one of these. */
export interface Choice {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

interface Props {
  state: TableState;
  change(changes: Readonly<Record<string, string | undefined>>): void;
  path: string;
  search: string | undefined;
  choices: readonly Choice[];
  asking: Asked;
  csv: boolean;
}

/** Milliseconds without a key after which the text is looked for. */
const PAUSE = 250;

/** A typed filter takes effect when the field is left, or by Enter: half a name is nobody's. */
function Typed({
  filter: { label, kind },
  value,
  onChange,
}: {
  filter: TypedFilter;
  value: string;
  onChange(value: string): void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const take = () => text.trim() !== value && onChange(text.trim());
  const day = kind !== 'text';
  return (
    <label className={day ? 'typed day' : 'typed'}>
      <span className={day ? 'meta' : 'vh'}>{label}</span>
      <input
        type={day ? 'date' : 'text'}
        {...(day ? {} : { placeholder: label, maxLength: 40 })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
    </label>
  );
}

/** Above a table: looking for a text, filters, how many rows, and the file of all of them. */
export function Tools({ state, change, path, search, choices, asking, csv }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState(state.q);
  useEffect(() => setText(state.q), [state.q]);
  useEffect(() => {
    if (text === state.q) return undefined;
    const timer = setTimeout(() => change({ q: text || undefined }), PAUSE);
    return () => clearTimeout(timer);
  });
  const asked = new URLSearchParams(
    Object.entries(given(queryOf(state, asking))).map(([name, value]) => [name, String(value)]),
  );
  return (
    <div className="tools">
      {search && (
        <label>
          <span className="vh">{search}</span>
          <input
            type="text"
            inputMode="search"
            placeholder={search}
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      {choices.map(({ name, label, options }) => (
        <label key={name}>
          <span className="vh">{label}</span>
          <select
            value={state.choices[name]}
            onChange={(event) => change({ [name]: event.target.value || undefined })}
          >
            <option value="">{label}</option>
            {options.map(([value, one]) => (
              <option key={value} value={value}>
                {one}
              </option>
            ))}
          </select>
        </label>
      ))}
      {asking.typed.map((filter) => (
        <Typed
          key={filter.name}
          filter={filter}
          value={state.choices[filter.name] ?? ''}
          onChange={(value) => change({ [filter.name]: value || undefined })}
        />
      ))}
      <div className="output">
        <label>
          <span className="vh">{t('admin.table.limit')}</span>
          <select value={state.limit} onChange={(event) => change({ limit: event.target.value })}>
            {LIMITS.map((limit) => (
              <option key={limit} value={limit}>
                {t('admin.table.rows', { n: limit })}
              </option>
            ))}
          </select>
        </label>
        {csv && (
          <a className="btn" href={`/api${path}.csv?${asked}`} download>
            <Icon name="download" />
            {t('admin.table.csv')}
          </a>
        )}
      </div>
    </div>
  );
}
