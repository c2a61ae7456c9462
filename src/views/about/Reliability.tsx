import type { Lang } from '#contracts/language.ts';
import { formatDay, formatNumber } from '#i18n/format.ts';
import { reliabilityReport } from './reliability-report.ts';
import { reliabilityName, reliabilityTexts } from './reliability-texts.ts';

/* The measured tables of the reliability page. */
export function Reliability({ lang }: { lang: Lang }) {
  const texts = reliabilityTexts[lang];
  const { version, faults, machines, bench } = reliabilityReport;
  const number = (value: number) => formatNumber(lang, value);
  const day = (at: string) => formatDay(lang, new Date(at));
  const sum = (count: (row: (typeof faults.rows)[number]) => number) =>
    number(faults.rows.reduce((total, row) => total + count(row), 0));
  return (
    <>
      <h2>{texts.faults}</h2>
      <p>{texts.faultsNote({ day: day(faults.at), version })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with keys too */}
      <div className="wide" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.fault}</th>
              <th scope="col" align="right">
                {texts.acknowledged}
              </th>
              <th scope="col" align="right">
                {texts.reads}
              </th>
              <th scope="col" align="right">
                {texts.recoveredAfter}
              </th>
              <th scope="col" align="right">
                {texts.wrong}
              </th>
            </tr>
          </thead>
          <tbody>
            {faults.rows.map((row) => (
              <tr key={row.fault}>
                <td>{reliabilityName(row.fault, lang)}</td>
                <td align="right">{number(row.acknowledged)}</td>
                <td align="right">{number(row.reads)}</td>
                <td align="right">{texts.seconds(number(row.recoveredAfter))}</td>
                <td align="right">{number(row.wrong)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" align="left">
                {texts.sum}
              </th>
              <td align="right">{sum((row) => row.acknowledged)}</td>
              <td align="right">{sum((row) => row.reads)}</td>
              <td></td>
              <td align="right">{sum((row) => row.wrong)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <h2>{texts.machines}</h2>
      <p>{texts.machinesNote({ day: day(machines.at), version })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with keys too */}
      <div className="wide" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.fault}</th>
              {[
                texts.acknowledged,
                texts.reads,
                texts.longestGap,
                texts.longestToFile,
                texts.longestToEvent,
                texts.wrong,
              ].map((heading) => (
                <th key={heading} scope="col" align="right">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {machines.rows.map((row) => (
              <tr key={row.fault}>
                <td>{reliabilityName(row.fault, lang)}</td>
                <td align="right">{number(row.acknowledged)}</td>
                <td align="right">{number(row.reads)}</td>
                <td align="right">{texts.seconds(number(row.longestGap))}</td>
                <td align="right">{texts.seconds(number(row.longestToFile))}</td>
                <td align="right">{texts.seconds(number(row.longestToEvent))}</td>
                <td align="right">{number(row.wrong)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with keys too */}
      <div className="wide" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.figure}</th>
              <th scope="col" align="right">
                {texts.measured}
              </th>
            </tr>
          </thead>
          <tbody>
            {bench.rows.map((row) => (
              <tr key={row.figure}>
                <td>{reliabilityName(row.figure, lang)}</td>
                <td align="right">{row.measured}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
