import '#styles/measured-table.css';
import type { ReactNode } from 'react';
import type { Lang } from '#contracts/language.ts';
import { formatDay, formatNumber } from '#i18n/format.ts';
import { reliabilityReport } from './reliability-report.ts';
import { reliabilityName, reliabilityTexts } from './reliability-texts.ts';

interface MeasuredTableProps {
  /** Of the columns: the name, then figures. */
  headings: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
  /** The last row. */
  sum?: { name: string; cells: readonly string[] };
}

/** A table of figures by name. */
function MeasuredTable({ headings: [name, ...figures], rows, sum }: MeasuredTableProps) {
  const toCells = (cells: readonly string[]): ReactNode =>
    cells.map((cell, index) => (
      <td key={figures[index]} align="right">
        {cell}
      </td>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with keys too
    <div className="wide measured" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {figures.map((heading) => (
              <th key={heading} scope="col" align="right">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>{row.name}</td>
              {toCells(row.cells)}
            </tr>
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <tr>
              <th scope="row" align="left">
                {sum.name}
              </th>
              {toCells(sum.cells)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/* The measured tables of the reliability page. */
export function Reliability({ lang }: { lang: Lang }) {
  const texts = reliabilityTexts[lang];
  const { version, faults, machines, bench } = reliabilityReport;
  const number = (value: number) => formatNumber(lang, value);
  const seconds = (value: number) => texts.seconds(number(value));
  const day = (at: string) => formatDay(lang, new Date(at));
  const sum = (count: (row: (typeof faults.rows)[number]) => number) =>
    number(faults.rows.reduce((total, row) => total + count(row), 0));
  return (
    <>
      <h2>{texts.faults}</h2>
      <p>{texts.faultsNote({ day: day(faults.at), version })}</p>
      <MeasuredTable
        headings={[texts.fault, texts.acknowledged, texts.reads, texts.recoveredAfter, texts.wrong]}
        rows={faults.rows.map((row) => ({
          name: reliabilityName(row.fault, lang),
          cells: [
            number(row.acknowledged),
            number(row.reads),
            seconds(row.recoveredAfter),
            number(row.wrong),
          ],
        }))}
        sum={{
          name: texts.sum,
          cells: [
            sum((row) => row.acknowledged),
            sum((row) => row.reads),
            '',
            sum((row) => row.wrong),
          ],
        }}
      />
      <h2>{texts.machines}</h2>
      <p>{texts.machinesNote({ day: day(machines.at), version })}</p>
      <MeasuredTable
        headings={[
          texts.fault,
          texts.acknowledged,
          texts.reads,
          texts.longestGap,
          texts.longestToFile,
          texts.longestToEvent,
          texts.wrong,
        ]}
        rows={machines.rows.map((row) => ({
          name: reliabilityName(row.fault, lang),
          cells: [
            number(row.acknowledged),
            number(row.reads),
            seconds(row.longestGap),
            seconds(row.longestToFile),
            seconds(row.longestToEvent),
            number(row.wrong),
          ],
        }))}
      />
      <h2>{texts.speed}</h2>
      <p>
        {texts.speedNote({
          day: day(bench.at),
          version,
          cores: number(bench.cores),
          gigabytes: number(bench.gigabytes),
          threads: number(bench.threads),
          posts: number(bench.posts),
        })}
      </p>
      <MeasuredTable
        headings={[texts.figure, texts.measured]}
        rows={bench.rows.map((row) => ({
          name: reliabilityName(row.figure, lang),
          cells: [row.measured],
        }))}
      />
    </>
  );
}
