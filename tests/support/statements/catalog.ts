import type pg from 'pg';

/** The part of PostgreSQL's catalog that the inference needs, by oid. */
export interface Catalog {
  functions: ReadonlyMap<string, { name: string; isStrict: boolean; firstType: string }>;
  operators: ReadonlyMap<string, string>;
  /** `category`: typcategory. `element`: the type of an array's elements. */
  types: ReadonlyMap<string, { name: string; category: string; element: string }>;
  /** Columns that are declared not null: `table.number`. */
  required: ReadonlySet<string>;
  /** Foreign keys of one column: `table.number table.number`, from the referencing column. */
  references: ReadonlySet<string>;
}

/** Reads the catalog. All values are strings: the node trees have oids as text. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const read = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  const functions = await read<{ oid: string; name: string; strict: boolean; first: string }>(`
    select oid::text, proname as name, proisstrict as strict, proargtypes[0]::text as first
    from pg_proc`);
  const operators = await read<{ oid: string; name: string }>(
    'select oid::text, oprname as name from pg_operator',
  );
  const types = await read<{ oid: string; name: string; category: string; element: string }>(`
    select oid::text, typname as name, typcategory as category, typelem::text as element
    from pg_type`);
  const required = await read<{ name: string }>(`
    select attrelid::text || '.' || attnum as name
    from pg_attribute
    where attnotnull and attnum > 0`);
  const references = await read<{ name: string }>(`
    select conrelid::oid || '.' || conkey[1] || ' ' || confrelid::oid || '.' || confkey[1] as name
    from pg_constraint
    where contype = 'f' and convalidated and array_length(conkey, 1) = 1`);
  return {
    references: new Set(references.map(({ name }) => name)),
    functions: new Map(
      functions.map(({ oid, name, strict, first }) => [
        oid,
        { name, isStrict: strict, firstType: first },
      ]),
    ),
    operators: new Map(operators.map(({ oid, name }) => [oid, name])),
    types: new Map(types.map(({ oid, ...type }) => [oid, type])),
    required: new Set(required.map(({ name }) => name)),
  };
}
