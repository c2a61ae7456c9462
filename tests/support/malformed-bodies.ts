/* Request bodies that are malformed regardless of their fields. */

/** Without a type, the request has the content type that the API expects. */
export type MalformedBody = [what: string, body: string | undefined, type?: string];

/** Bodies for a JSON request with a limit of `most` bytes. */
export const malformedJsonBodies = (most: number): MalformedBody[] => [
  ['no body', undefined],
  ['an empty body', ''],
  ['half a body', '{"id":1,"message":"'],
  ['not JSON', '\0\ufeff{]'],
  ['an array', '[]'],
  ['a number', '1'],
  ['null', 'null'],
  ['a deep body', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['a deep object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['many keys', `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['many values', `{"ids":[${Array.from({ length: 30_000 }, () => 1).join()}]}`],
  ['the prototype', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
  ['too many bytes', `{"message":"${'x'.repeat(most + 1)}"}`],
  ['another type', '<a/>', 'application/xml'],
  ['a form', 'id=1&message=x', 'application/x-www-form-urlencoded'],
  ['a type of nothing', '{}', 'application/json; charset=\u00e9'],
];

const named = 'content-disposition: form-data; name="image"; filename="a.png"';
const part = (head: string, content = 'x') => `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`;
export const malformedForms: MalformedBody[] = [
  ['no form', undefined],
  ['an empty form', ''],
  ['a form without an end', `--b\r\n${named}\r\n\r\nx`],
  ['a form with another border', part(named), 'multipart/form-data; boundary=c'],
  ['a form without a border', part(named), 'multipart/form-data'],
  ['a form of mail', part(named), 'multipart/mixed; boundary=b'],
  ['a form with a nameless part', part('content-disposition: form-data')],
  ['a form with a part without a head', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['a form with bare ends of lines', part(named).replaceAll('\r\n', '\n')],
  ['a form with a text for a file', part('content-disposition: form-data; name="image"')],
  [
    'a form with the prototype',
    part('content-disposition: form-data; name="__proto__"; filename="a.png"'),
  ],
  ['a form with an empty file', part(named, '')],
  [
    'a form with a name of many signs',
    part(
      `content-disposition: form-data; name="image"; filename="${'../\u202e"\\'.repeat(2_000)}"`,
    ),
  ],
  ['a form of many parts', `--b\r\n${named}\r\n\r\nx\r\n`.repeat(500)],
];
