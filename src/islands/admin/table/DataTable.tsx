import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { callAddress, callPath, type PathParams } from '#client/core/api.ts';
import type { Failure } from '#client/core/failure.ts';
import { ADMIN_TABLES, type AdminTable } from '#contracts/admin-tables.ts';
import type { TableRow } from '#contracts/calls/calls.ts';
import { formatDateTime, formatNumber } from '#i18n/format.ts';
import type { TitledGroup, TranslationKey } from '#i18n/translation-key.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import type { DrawingName } from '../../components/empty-state-art.ts';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useScreenTitle } from '../hooks/use-screen-title.ts';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import { type FilterOptions, TableToolbar, useFilters } from './TableToolbar.tsx';
import { type Page, pagerTargets, toQuery, useTableState } from './use-table-state.ts';

export interface Column<Row> {
  title: TranslationKey;
  /** False disables sorting although the server supports this column's name. */
  isSortable?: boolean;
  /** Aligned with the end, as for numbers and times. */
  isEndAligned?: boolean;
  /** A CSS width; columns without one share the rest. */
  width?: string;
  /** Hidden in narrow tables. */
  isOptional?: boolean;
  /** How a value without `cell` is shown; default 'text'. */
  kind?: 'text' | 'number' | 'age' | 'moment';
  cell?(row: Row): ReactNode;
}

function Cell({ value, kind }: { value: unknown; kind: Column<never>['kind'] }) {
  const { t, lang } = useTexts();
  if (kind === 'number') return formatNumber(lang, value as number);
  if (kind === 'age' && value === null)
    return <span className="meta">{t('admin.tokens.never')}</span>;
  if (kind === 'age') return <RelativeTime at={value as string} />;
  if (kind === 'moment')
    return (
      <time dateTime={value as string}>{formatDateTime(lang, new Date(value as string))}</time>
    );
  return value as ReactNode;
}

interface Props<Name extends keyof typeof ADMIN_TABLES, Row = TableRow<Name>> {
  /** The call that returns the rows; its path with ".csv" returns a file. */
  call: Name;
  params?: PathParams;
  /** The storage key of the table's state. */
  name: string;
  /** The name of the rows; default: the title of the screen. */
  label?: string;
  /** By the names of the values, which are also the names for sorting. */
  columns: Readonly<Record<string, Column<Row>>>;
  /** The key of a row; its `id` by default. */
  id?(row: Row): number | string;
  /** The name of a row, for the label of its checkbox. */
  rowName?(row: Row): string;
  /** Overrides the default order of ADMIN_TABLES. */
  defaultSort?: string;
  /** The label of the search field; omitted: no search. */
  search?: TranslationKey;
  /** Options of filters that have no texts in ADMIN_TABLES. */
  options?: FilterOptions;
  /** Fixed parameters of the call; a change returns to the first page. */
  fixedQuery?: Readonly<Record<string, string>>;
  bulk?: readonly BulkAction<Row>[];
  /** The key of the row whose details are open. */
  active?: number | string | undefined;
  onPage?(page: Page<Row>): void;
  /** Texts for an empty table, or the group that has both. */
  empty: TitledGroup | Readonly<Record<'title' | 'text', TranslationKey>>;
  emptyArt?: DrawingName;
  /** A change reloads the rows. */
  version?: unknown;
}

const columnClass = (
  { kind, isEndAligned = kind === 'number' || kind === 'age', isOptional }: Column<never>,
  more = '',
): string | undefined =>
  [isEndAligned ? `end${more}` : '', isOptional ? 'spare' : ''].filter(Boolean).join(' ') ||
  undefined;

/** Moves the focus within a column of controls with the arrow keys. */
function moveFocusByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const control = (event.target as HTMLElement).closest<HTMLElement>(
    'button, a, input[type=checkbox]',
  );
  const row = control?.closest('tr');
  if (!step || !control || !row || event.altKey) return;
  const controls = (one: Element) => [
    ...one.querySelectorAll<HTMLElement>('button, a, input[type=checkbox]'),
  ];
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  const target = next && controls(next)[controls(row).indexOf(control)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const NO_QUERY = {};
const rowId = (row: unknown): number | string => (row as { id: number | string }).id;

/** A table that the server pages, sorts and filters; its state is in the address. */
export function DataTable<Name extends keyof typeof ADMIN_TABLES>({
  call,
  params,
  name,
  label: ownLabel,
  columns: columnsByName,
  id = rowId,
  rowName = (row) => String(id(row)),
  defaultSort,
  search,
  options,
  fixedQuery = NO_QUERY,
  bulk = [],
  empty,
  emptyArt,
  version,
  active,
  onPage,
}: Props<Name>) {
  type Row = TableRow<Name>;
  const { t, lang } = useTexts();
  const screenTitle = useScreenTitle();
  const label = ownLabel ?? screenTitle;
  const columns = Object.entries(columnsByName);
  const caption = useId();
  const table: AdminTable = ADMIN_TABLES[call];
  const { selectFilters, typedFilters } = useFilters(table.filters, options);
  const isSortable = ([columnName, column]: (typeof columns)[number]) =>
    column.isSortable ?? table.orders.includes(columnName);
  const [state, change] = useTableState(
    name,
    defaultSort ?? table.sort,
    selectFilters.map((filter) => filter.name),
    typedFilters.map((filter) => filter.name),
  );
  const path = callPath(call, params);
  const query = { typedFilters, fixedQuery };
  const asked = toQuery(state, query);
  const key = `${path} ${JSON.stringify(asked)} ${version}`;
  // while another page loads, the previous one stays
  const loaded = useQuery(
    key,
    () => callAddress<Page<Row>>('GET', path, { query: asked }).then((page) => ({ key, page })),
    { keepsValue: true, recovers: false },
  );
  const page = loaded.value?.page;
  const failure = loaded.failure as Failure | undefined;
  const reload = () => loaded.reload();
  const [chosen, setChosen] = useState<ReadonlySet<number | string>>(new Set());
  const rows = page?.rows ?? [];
  const ids = rows.map(id);
  const chosenIds = ids.filter((one) => chosen.has(one));
  const filtered = state.q !== '' || Object.values(state.filters).some(Boolean);
  const isSelectable = bulk.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page is news
  useEffect(() => page && onPage?.(page), [page]);
  // the page no longer exists after its last rows were deleted
  useEffect(() => {
    if (page && page.rows.length === 0 && state.offset > 0)
      change({ offset: String(Math.max(0, state.offset - state.limit)) });
  });

  const toggle = (one: number | string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(one);
    else next.delete(one);
    setChosen(next);
  };
  const sorted = (column: string) =>
    state.sort === column ? 'ascending' : state.sort === `-${column}` ? 'descending' : undefined;
  const before = state.stretches.reduce((sum, { count }) => sum + count, 0);
  const last = state.offset + rows.length;
  const pager = page ? pagerTargets(state, page) : undefined;

  let body: ReactNode;
  if (failure && !page)
    body = (
      <EmptyState
        art="broken"
        title={t('admin.table.failed.title')}
        text={failure.isApiDown ? t('tip.unavailable') : t('admin.table.failed.text')}
      >
        <Button onClick={reload}>{t('admin.table.failed.again')}</Button>
      </EmptyState>
    );
  else if (!page) body = <Skeleton rows={6} />;
  else if (rows.length === 0 && filtered)
    body = (
      <EmptyState art="search" of="admin.table.none">
        <Button
          onClick={() =>
            change(
              Object.fromEntries([
                ['q', undefined],
                ...[...selectFilters, ...typedFilters].map((one) => [one.name, undefined]),
              ]),
            )
          }
        >
          {t('admin.table.none.action')}
        </Button>
      </EmptyState>
    );
  else if (rows.length === 0)
    body =
      typeof empty === 'string' ? (
        <EmptyState art={emptyArt} of={empty} />
      ) : (
        <EmptyState art={emptyArt} title={t(empty.title)} text={t(empty.text)} />
      );
  else
    body = (
      <section
        className="scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach scroll areas
        tabIndex={0}
        aria-labelledby={caption}
        aria-busy={loaded.value?.key !== key}
      >
        <table className="rows">
          <caption className="vh" id={caption}>
            {label}
          </caption>
          <colgroup>
            {isSelectable && <col className="w-check" />}
            {columns.map(([columnName, column]) => (
              <col
                key={columnName}
                className={column.isOptional ? 'spare' : undefined}
                {...(column.width ? { width: column.width } : {})}
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {isSelectable && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('admin.table.all')}
                    checked={chosenIds.length === ids.length}
                    ref={(box) => {
                      if (box)
                        box.indeterminate = chosenIds.length > 0 && chosenIds.length < ids.length;
                    }}
                    onChange={(event) => setChosen(new Set(event.target.checked ? ids : []))}
                  />
                </td>
              )}
              {columns.map((entry) => {
                const [columnName, column] = entry;
                const arrow = sorted(columnName) && (
                  <Icon name={sorted(columnName) === 'ascending' ? 'up' : 'down'} />
                );
                return (
                  <th
                    key={columnName}
                    scope="col"
                    className={columnClass(column)}
                    aria-sort={sorted(columnName)}
                  >
                    {isSortable(entry) ? (
                      <button
                        type="button"
                        onClick={() =>
                          change({
                            sort:
                              sorted(columnName) === 'ascending' ? `-${columnName}` : columnName,
                          })
                        }
                      >
                        {t(column.title)}
                        {arrow}
                      </button>
                    ) : (
                      <span>
                        {t(column.title)}
                        {arrow}
                      </span>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody onKeyDown={moveFocusByArrows}>
            {rows.map((row) => (
              <tr
                key={id(row)}
                data-chosen={chosen.has(id(row)) ? '' : undefined}
                aria-current={active !== undefined && id(row) === active ? 'true' : undefined}
              >
                {isSelectable && (
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t('admin.table.choose', { name: rowName(row) })}
                      checked={chosen.has(id(row))}
                      onChange={(event) => toggle(id(row), event.target.checked)}
                    />
                  </td>
                )}
                {columns.map(([columnName, column]) => (
                  <td key={columnName} className={columnClass(column, ' num')}>
                    {column.cell ? (
                      column.cell(row)
                    ) : (
                      <Cell
                        kind={column.kind}
                        value={(row as Record<string, unknown>)[columnName]}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    );

  return (
    <div className="table">
      <TableToolbar
        state={state}
        change={change}
        path={path}
        search={search && t(search)}
        choices={selectFilters}
        query={query}
        csv={table.csv === true}
      />
      {failure && page && (
        <p className="wrong" role="alert">
          {t(failure.isApiDown ? 'tip.unavailable' : 'admin.table.failed.text')}{' '}
          <button type="button" className="link" onClick={reload}>
            {t('admin.table.failed.again')}
          </button>
        </p>
      )}
      {chosenIds.length > 0 && (
        <BulkBar
          bulk={bulk}
          ids={chosenIds.map(Number)}
          rows={rows.filter((row) => chosen.has(id(row)))}
          onDone={() => {
            setChosen(new Set());
            reload();
          }}
          onClear={() => setChosen(new Set())}
        />
      )}
      {body}
      {page && page.total > 0 && (
        <nav className="pages" aria-label={t('pager.label')}>
          <p className="meta num" role="status">
            {t('admin.table.range', {
              from: formatNumber(lang, before + state.offset + 1),
              to: formatNumber(lang, before + last),
              total:
                formatNumber(lang, before + Math.max(page.total, last)) + (page.more ? '+' : ''),
            })}
          </p>
          <Button
            isInactive={!pager?.back}
            aria-label={t('pager.previous')}
            onClick={() => pager?.back && change(pager.back)}
          >
            <Icon name="left" />
          </Button>
          <Button
            isInactive={!pager?.on}
            aria-label={t('pager.next')}
            onClick={() => pager?.on && change(pager.on)}
          >
            <Icon name="right" />
          </Button>
        </nav>
      )}
    </div>
  );
}
