import { expect, test } from 'vitest';
import { nameStatementsIn } from '../../scripts/build/name-statements.ts';

test('[ops] the build names each statement after its constant and file, also inside a function or an object', () => {
  const code = `
import { statement, unpreparedStatement } from '#db/statement.ts';
export const selectOne = statement<{ a: 1 }, { id: number }>(\`select '1)' \${x}\`);
const own = statement('select 2', 'a name of its own');
export async function readUsers(db: Db) {
  const page = unpreparedStatement<Row>('select 3',);
}
const orders = { age: statement(sql('age')) };
`;
  expect(nameStatementsIn(code, 'domain/page-data/user-page.ts')).toBe(`
import { statement, unpreparedStatement } from '#db/statement.ts';
export const selectOne = statement<{ a: 1 }, { id: number }>(\`select '1)' \${x}\`, "page-data/user-page: selectOne");
const own = statement('select 2', 'a name of its own');
export async function readUsers(db: Db) {
  const page = unpreparedStatement<Row>('select 3', "page-data/user-page: readUsers.page",);
}
const orders = { age: statement(sql('age'), "page-data/user-page: orders.age") };
`);
  expect(nameStatementsIn('const x = 1;', 'db/x.ts')).toBe('const x = 1;');
});
