/* Code in messages: one list for the server, which colours published pages, and for the editor. */

/**
 * Languages that the editor offers for code. Other names are kept, and some of them are
 * highlighted, too.
 */
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

/**
 * Characters of the longest block that is highlighted; longer ones are logs, and cost too much
 * time.
 */
export const MAX_HIGHLIGHTED_CHARACTERS = 20_000;

/**
 * The names that highlight.js gives to parts of code, by what we show: few colours, told apart on
 * both grounds.
 */
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

/**
 * Our class for the classes that highlight.js gave to a part, such as "hljs-title function_";
 * undefined for plain text.
 */
export function highlightClass(classes: readonly string[]): string | undefined {
  const kind = CLASS_OF_TOKEN.get(classes[0]?.replace(/^hljs-/, '') ?? '');
  return kind && `hl-${kind}`;
}
