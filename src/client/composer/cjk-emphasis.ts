import type { TokenizerObject } from 'marked';

/* Emphasis in scripts without spaces, where Markdown's rules require them. */

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60—…“”‘’]/u;

/** Whether a text ends with a CJK character or its punctuation. */
export const endsWithCjk = (text: string): boolean => CJK.test([...text.slice(-2)].at(-1) ?? '');
const startsWithCjk = (text: string): boolean => CJK.test([...text.slice(0, 2)][0] ?? '');

/** Whether the text between two signs can be emphasized: 3 个*4 元 is a product. */
export const isEmphasis = (sign: string, content: string): boolean =>
  content !== '' &&
  !/^\s|\s$|\n/.test(content) &&
  !content.includes(sign[0] ?? '') &&
  (sign !== '*' || !/^\d/.test(content));

/** `**注意：**请看` is strong, although Markdown sees no end there; `2*3*4` is a product. */
export const cjkEmphasis: TokenizerObject = {
  emStrong(source, _, before = '') {
    const sign = source.startsWith('**') ? '**' : '*';
    if (sign === '*' && /\w$/.test(before) && /^\*\w/.test(source)) return undefined;
    const end = source.startsWith('*') ? source.indexOf(sign, sign.length) : -1;
    const content = source.slice(sign.length, end);
    const behind = source.slice(end + sign.length);
    if (end < 0 || behind.startsWith('*') || !isEmphasis(sign, content)) return false;
    if (!endsWithCjk(before) && !startsWithCjk(behind)) return false;
    return {
      type: sign === '**' ? 'strong' : 'em',
      raw: source.slice(0, end + sign.length),
      text: content,
      tokens: this.lexer.inlineTokens(content),
    };
  },
};
