/* Code in messages, highlighted the same by the server and the editor. */

/** Languages that the editor offers. Other names are valid, and some are highlighted. */
export const CODE_LANGUAGES = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'diff',
  'go',
  'html',
  'ini',
  'java',
  'javascript',
  'json',
  'kotlin',
  'lua',
  'makefile',
  'markdown',
  'perl',
  'php',
  'python',
  'ruby',
  'rust',
  'shell',
  'sql',
  'swift',
  'typescript',
  'xml',
  'yaml',
] as const;

/** Longer blocks are logs, and too slow to highlight. */
export const MAX_HIGHLIGHTED_CHARACTERS = 20_000;

/** highlight.js tokens by our class: few colours, distinct in both themes. */
const CLASS_OF_TOKEN: ReadonlyMap<string, string> = new Map([
  ['keyword', 'k'],
  ['literal', 'k'],
  ['operator', 'k'],
  ['selector-tag', 'k'],
  ['tag', 'k'],
  ['name', 'k'],
  ['section', 'k'],
  ['string', 's'],
  ['regexp', 's'],
  ['char', 's'],
  ['link', 's'],
  ['addition', 's'],
  ['comment', 'c'],
  ['quote', 'c'],
  ['doctag', 'c'],
  ['meta', 'c'],
  ['prompt', 'c'],
  ['number', 'n'],
  ['symbol', 'n'],
  ['bullet', 'n'],
  ['deletion', 'n'],
  ['title', 't'],
  ['built_in', 't'],
  ['type', 't'],
  ['selector-class', 't'],
  ['selector-id', 't'],
  ['attr', 'a'],
  ['attribute', 'a'],
  ['property', 'a'],
  ['variable', 'a'],
  ['template-variable', 'a'],
  ['params', 'a'],
]);

/** Our class for a token's classes, such as "hljs-title function_"; undefined for plain text. */
export function highlightClass(classes: readonly string[]): string | undefined {
  const kind = CLASS_OF_TOKEN.get(classes[0]?.replace(/^hljs-/, '') ?? '');
  return kind && `hl-${kind}`;
}
