import { Extension, type InputRuleFinder, markInputRule } from '@tiptap/core';
import { endsWithCjk, isEmphasis } from '#client/composer/cjk-emphasis.ts';

/** Finds the text between two signs after a CJK character. */
export const findBehindCjk =
  (sign: string): InputRuleFinder =>
  (typed) => {
    const end = typed.length - sign.length;
    const start = typed.endsWith(sign) ? typed.lastIndexOf(sign, end - 1) : -1;
    if (start < 0) return null;
    const content = typed.slice(start + sign.length, end);
    return isEmphasis(sign, content) && endsWithCjk(typed.slice(0, start))
      ? { index: start, text: typed.slice(start), replaceWith: content }
      : null;
  };

/** Markdown’s signs after CJK characters; Tiptap’s own rules require a space before them. */
export const CjkMarkRules = Extension.create({
  name: 'cjkMarkRules',
  addInputRules() {
    const { bold, italic, strike } = this.editor.schema.marks;
    const rules = [['**', bold] as const, ['*', italic] as const, ['~~', strike] as const];
    return rules.flatMap(([sign, type]) =>
      type ? [markInputRule({ find: findBehindCjk(sign), type })] : [],
    );
  },
});
