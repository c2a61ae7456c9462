import type { Runner } from '#db/statement.ts';

/* Sample parameters of existing rows, chosen by a parameter's name and PostgreSQL type. */

/** Sample rows: a recent author, and a thread, forum and post of theirs. */
export interface SampleRows {
  userId: number;
  threadId: number;
  forumId: number;
  postId: number;
  commentId: number;
}

/** A thread with replies by a recent member: early members have rows everywhere. */
export async function readSampleRows(on: Runner): Promise<SampleRows> {
  const { rows } = await on.query({
    text: `
      select
        t.user_id as "userId",
        t.id as "threadId",
        t.forum_id as "forumId",
        p.id as "postId",
        coalesce((select max(id) from comment), 0) as "commentId"
      from thread t
      join post p on p.thread_id = t.id and p.floor = 1
      where t.state = 'normal' and t.user_id > (select max(user_id) / 2 from thread)
      order by t.id desc
      limit 1`,
    values: [],
  });
  if (!rows[0]) throw new Error('There is no thread with a reply of somebody who came late.');
  return rows[0] as SampleRows;
}

const LISTED_IDS = 20;

/** The id that a parameter's name means; undefined if none. */
function sampleId(name: string, rows: SampleRows): number | undefined {
  const sample: [pattern: RegExp, id: number][] = [
    [/comment/i, rows.commentId],
    [/thread/i, rows.threadId],
    [/forum/i, rows.forumId],
    [/post|repl|quote|floorId/i, rows.postId],
    [/user|author|reader|actor|member|told|sender|receiver|people|owner|viewer|by$/i, rows.userId],
  ];
  return sample.find(([pattern]) => pattern.test(name))?.[1];
}

const TEXTS: [pattern: RegExp, text: string][] = [
  [/path/i, '/zh/post/1'],
  [/tag/i, 't:1'],
  [/period/i, '1 day'],
  [/timeZone/i, 'Asia/Shanghai'],
  [/day|from|to$|since|until|before|after|date|at$/i, '2026-01-01'],
  [/language|lang/i, 'zh_CN'],
  [/params|body|value|state|json/i, '{}'],
  [/query|word|term|tokens/i, 'linux'],
];

const sampleText = (name: string): string =>
  TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'x';

/** An SQL literal for a parameter. `table`: the first in the statement. */
export function sampleValue(name: string, type: string, rows: SampleRows, table: string): string {
  const base = type.replace(/\[\]$/, '');
  const scalar = (): string => {
    switch (base) {
      case 'boolean':
        return 'false';
      case 'uuid':
        return "'00000000-0000-4000-8000-000000000000'";
      case 'smallint':
        return '1';
      case 'integer':
      case 'bigint': {
        if (/limit|most|count|size/i.test(name)) return '20';
        if (/offset/i.test(name)) return '0';
        if (/micros/i.test(name)) return '1767225600000000';
        const id = sampleId(name, rows) ?? sampleId(table, rows) ?? rows.threadId;
        return String(/group|theme|level/i.test(name) ? 10 : id);
      }
      case 'double precision':
      case 'real':
      case 'numeric':
        return '1';
      case 'timestamp with time zone':
      case 'timestamp without time zone':
        return "'2026-01-01'";
      case 'date':
        return "'2026-01-01'";
      case 'interval':
        return "'1 day'";
      case 'json':
      case 'jsonb':
        return "'{}'";
      case 'pg_lsn':
        return "'0/0'";
      case 'tsquery':
      case 'tsvector':
        return "'linux'";
      case 'xid8':
        return "'1'";
      case 'pg_snapshot':
        return "'1:1:'";
      case 'regclass':
        return "'thread'";
      default:
        return `'${/Id$/.test(name) ? sampleId(name, rows) : sampleText(name)}'`;
    }
  };
  if (!type.endsWith('[]')) return `${scalar()}::${type}`;
  // A page's number of values: a single one would be planned as an equality.
  const value = scalar();
  const values = Array.from({ length: LISTED_IDS }, (_, index) =>
    /^\d+$/.test(value) && base === 'integer' ? String(Math.max(1, Number(value) - index)) : value,
  );
  return `array[${values.join(', ')}]::${type}`;
}
