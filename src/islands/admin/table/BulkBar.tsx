import { useState } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';

export interface BulkAction<Row = never> {
  name: string;
  label: string;
  /** Removes something, and asks in its own dialog. */
  isDestructive?: boolean;
  /** The minimum number of selected rows; default 1. */
  min?: number;
  /** The confirmation of a destructive action. */
  confirm?(count: number): { title: string; text: string };
  /** Resolves with false if it only opens a dialog: the rows stay selected. */
  run(ids: number[], rows: Row[]): Promise<unknown>;
}

interface Props<Row> {
  bulk: readonly BulkAction<Row>[];
  ids: number[];
  rows: Row[];
  onDone(): void;
  onClear(): void;
}

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
