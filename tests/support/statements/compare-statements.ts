import type { Catalog } from './catalog.ts';
import {
  type CollectedText,
  type Description,
  kindOfColumn,
  kindsOfParameter,
} from './describe-statements.ts';
import type { Property, StatementCall, TypeOfObject } from './find-calls.ts';
import { NullInference } from './infer-nulls.ts';

/** A difference of a statement's types and its SQL. */
export interface Finding {
  /** File and statement, and the column or parameter: what an exception names. */
  id: string;
  /** With the line, what is expected and what was found. */
  message: string;
}

export interface Described extends Description {
  call: StatementCall;
  text: CollectedText;
}

const fileOf = ({ position }: StatementCall): string => position.replace(/(:\d+){2}$/, '');
const toFinding = (call: StatementCall, name: string, detail: string): Finding => ({
  id: `${fileOf(call)} ${call.name}: ${name}`,
  message: `${call.position.replace(/:\d+$/, '')} ${call.name}: ${name}: ${detail}`,
});

/** The type may be wider. JSON may be anything, and lists of JSON any list. */
const fits = ({ kinds }: Property, kind: string): boolean =>
  kind === 'json' ||
  [...kinds].some(
    (one) => /^any|^never$/.test(one) || one === kind || (kind === 'json[]' && one.endsWith('[]')),
  );

/** Differences of the names and types of a row. */
function compareRow({ call, columns }: Described, row: TypeOfObject, catalog: Catalog): Finding[] {
  const findings: Finding[] = [];
  const report = (name: string, detail: string) =>
    findings.push(toFinding(call, `column "${name}"`, detail));
  for (const [name, property] of row.properties)
    if (!property.isOptional && !columns.some((column) => column.name === name))
      report(name, `${row.name} expects ${property.type}, but PostgreSQL returns no such column`);
  for (const [index, { name, type }] of columns.entries()) {
    if (columns.findIndex((column) => column.name === name) < index)
      report(name, 'PostgreSQL returns two columns of this name, and the driver drops the first');
    const kind = kindOfColumn(type, catalog);
    if (kind === 'void') continue; // the result of a function that only acts
    const property = row.properties.get(name);
    const found = `PostgreSQL returns ${catalog.types.get(type)?.name} (${kind})`;
    if (!property && row.isOpen) continue;
    if (!property) report(name, `${row.name} doesn't name it, and ${found}`);
    else if (!fits(property, kind)) report(name, `${row.name} expects ${property.type}, ${found}`);
  }
  return findings;
}

/** Differences of the parameters. `used`: the declarations of those that any SQL has. */
function compareParams(
  { call, text, parameters }: Described,
  used: ReadonlySet<string>,
  catalog: Catalog,
): Finding[] {
  const { params } = call;
  const findings: Finding[] = [];
  const report = (name: string, detail: string) =>
    findings.push(toFinding(call, `:${name}`, detail));
  for (const [name, { isOptional, declaration }] of params.properties)
    if (!isOptional && !used.has(declaration))
      report(name, `${params.name} has it, the SQL doesn't`);
  for (const [index, name] of text.names.entries()) {
    const type = parameters[index] ?? '';
    const kinds = kindsOfParameter(type, catalog);
    const property = params.properties.get(name);
    const expected = `PostgreSQL expects ${catalog.types.get(type)?.name}`;
    if (!property && !params.isOpen) report(name, `${expected}, ${params.name} has no such name`);
    if (property && ![...property.kinds].every((kind) => kind === 'any' || kinds.includes(kind)))
      report(name, `${expected}, ${params.name} has ${property.type}`);
  }
  return findings;
}

interface NullableColumn {
  described: Described;
  name: string;
  property: Property;
  canBeNull: boolean;
}

/** Whether each column that the row names can be null. */
function nullsOf(described: Described, catalog: Catalog): NullableColumn[] {
  const { call, text, columns, query } = described;
  const inference = new NullInference(
    catalog,
    text.names.map((name) => {
      const {
        admitsNull = true,
        isOptional = true,
        elementsAdmitNull = true,
      } = call.params.properties.get(name) ?? {};
      return { admitsNull: admitsNull || isOptional, elementsAdmitNull };
    }),
  );
  return columns.flatMap(({ name, type }, index) => {
    const property = call.row?.properties.get(name);
    if (!property || kindOfColumn(type, catalog) === 'void') return [];
    return [{ described, name, property, canBeNull: inference.columnCanBeNull(query, index + 1) }];
  });
}

function compareNulls(all: readonly Described[], catalog: Catalog): Finding[] {
  const columns = all.flatMap((described) => nullsOf(described, catalog));
  const admitting = new Set(
    columns.filter((one) => one.canBeNull).map(({ property }) => property.declaration),
  );
  return columns.flatMap(({ described: { call }, name, property, canBeNull }) => {
    const { admitsNull, type, declaration } = property;
    const expects = `${call.row?.name} expects ${type}`;
    if (canBeNull && !admitsNull)
      return [toFinding(call, `column "${name}"`, `${expects}, PostgreSQL may return null`)];
    const isNeeded = canBeNull || admitting.has(declaration) || property.kinds.has('any');
    return admitsNull && !isNeeded
      ? [toFinding(call, `column "${name}"`, `${expects}, PostgreSQL never returns null`)]
      : [];
  });
}

/** All differences, each once. */
export function compareStatements(all: readonly Described[], catalog: Catalog): Finding[] {
  const used = new Set(
    all.flatMap(({ call, text }) =>
      text.names.flatMap((name) => call.params.properties.get(name)?.declaration ?? []),
    ),
  );
  const findings = [
    ...all.flatMap((one) => (one.call.row ? compareRow(one, one.call.row, catalog) : [])),
    ...all.flatMap((one) => compareParams(one, used, catalog)),
    ...compareNulls(all, catalog),
  ];
  return [...new Map(findings.map((one) => [one.message, one])).values()];
}
