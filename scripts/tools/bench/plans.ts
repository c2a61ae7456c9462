import { collectStatements } from '../explain/collect-statements.ts';
import { explainAll, splitAllowed } from '../explain/explain-all.ts';
import { type Figure, judgeFigure } from './figures.ts';
import type { BenchContext } from './measurement.ts';

/** Plans of all statements at this size, under all states of the statistics: `npm run explain`. */
export async function measurePlans({ environment, report }: BenchContext): Promise<Figure[]> {
  const statements = await collectStatements();
  const { wrong } = splitAllowed(await explainAll(environment.db, statements, report));
  const lines = [...new Set(wrong.map(({ id, finding }) => `${id}: ${finding}`))];
  return [
    judgeFigure({
      figure: 'query plans that scan a large table',
      limits: { wrong: { atMost: 0 } },
      values: { wrong: lines.length, statements: statements.length },
      note: [`${statements.length} statements`, ...lines].join('; '),
    }),
  ];
}
