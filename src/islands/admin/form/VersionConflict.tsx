import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import type { VersionedForm } from './use-versioned-form.ts';

interface Props<Values> {
  editor: Pick<VersionedForm<Values & object>, 'values' | 'conflict' | 'takeTheirs' | 'keepMine'>;
  labels: Readonly<Record<string, string>>;
  /** Formatters of values that aren't strings. */
  formats?: Partial<Record<keyof Values & string, (value: unknown) => string>> | undefined;
}

const formatValue = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? value
        ? '✓'
        : '–'
      : JSON.stringify(value, null, 1);

/** A version conflict: both versions of the fields that differ, and the choice between them. */
export function VersionConflict<Values extends object>({
  editor: { values: mine, conflict: theirs, takeTheirs, keepMine },
  labels,
  formats = {},
}: Props<Values>) {
  const { t } = useTexts();
  if (!theirs) return null;
  const fields = (Object.keys(theirs.values) as (keyof Values & string)[]).filter(
    (field) => JSON.stringify(theirs.values[field]) !== JSON.stringify(mine[field]),
  );
  return (
    <div className="clash" role="alert">
      <h2>{t('admin.conflict.title')}</h2>
      <p>{theirs.by ? t('admin.conflict.by', { name: theirs.by }) : t('admin.conflict.text')}</p>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('admin.conflict.field')}</th>
              <th scope="col">{t('admin.conflict.mine')}</th>
              <th scope="col">{t('admin.conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{labels[field] ?? field}</th>
                <td>
                  <pre>{(formats[field] ?? formatValue)(mine[field])}</pre>
                </td>
                <td>
                  <pre>{(formats[field] ?? formatValue)(theirs.values[field])}</pre>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="row">
        <Button onClick={takeTheirs}>{t('admin.conflict.takeTheirs')}</Button>
        <Button onClick={() => void keepMine()}>{t('admin.conflict.keepMine')}</Button>
      </p>
    </div>
  );
}
