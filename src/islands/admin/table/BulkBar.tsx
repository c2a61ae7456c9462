import { useState } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';

/** An action for all selected rows. */
export interface BulkAction<Row = never> {
  name: string;
  label: string;
  /** It removes something, and has a dialog of its own. */
  isDestructive?: boolean;
  /** The number of rows that it needs; 1 without it. */
  min?: number;
  /** The question of the confirmation, when it is destructive. */
  confirm?(count: number): { title: string; text: string };
  /** Resolves with false when it only opens a dialog: the rows stay selected. */
  run(ids: number[], rows: Row[]): Promise<unknown>;
}

interface Props<Row> {
  bulk: readonly BulkAction<Row>[];
  ids: number[];
  rows: Row[];
  onDone(): void;
  onClear(): void;
}

/** The bar above the table while rows are selected. */
export function BulkBar<Row>({ bulk, ids, rows, onDone, onClear }: Props<Row>) {
  const { t } = useTexts();
  const [asking, setAsking] = useState<BulkAction<Row>>();
  const run = async (one: BulkAction<Row>) => {
    if ((await one.run(ids, rows)) !== false) onDone();
  };
  const available = bulk.filter(({ min = 1 }) => ids.length >= min);
  const question = asking?.confirm?.(ids.length);
  return (
    <div className="bulk" role="toolbar" aria-label={t('admin.table.bulk')}>
      <p className="num" role="status">
        {t('admin.table.chosen', { count: ids.length })}
      </p>
      {available.map((one) => (
        <Button
          key={one.name}
          className={one.confirm || one.isDestructive ? 'small bad' : 'small'}
          onClick={() => (one.confirm ? setAsking(one) : void run(one).catch(showErrorToast))}
        >
          {one.label}
        </Button>
      ))}
      <button type="button" className="link" onClick={onClear}>
        {t('admin.table.clear')}
      </button>
      {asking && question && (
        <AdminFormDialog
          {...question}
          action={asking.label}
          isDangerous
          onClose={() => setAsking(undefined)}
          onSubmit={() => run(asking)}
        />
      )}
    </div>
  );
}
