import type { MutedWire } from '#contracts/wire/user.ts';

const isAnyOf = (attribute: string, ids: readonly number[]): string =>
  `:is(${ids.map((id) => `[data-${attribute}="${id}"]`).join()})`;

/**
 * CSS rules that hide muted threads in lists and hits, and posts of ignored users until opened
 * (`data-shown`). A line reserves the height of the button that opens it
 * (islands/watch/cover-ignored.ts).
 */
export function toMutedRules({ threads, forums, users }: MutedWire): string {
  const rules: string[] = [];
  // a profile shows its own user's posts
  const hideRows = (rows: string) =>
    rules.push(`body:not(:has(.user-head)) :is(.row,.hit)${rows}{display:none!important}`);
  if (threads.length > 0) hideRows(isAnyOf('thread', threads));
  if (forums.length > 0) hideRows(isAnyOf('forum', forums));
  if (users.length > 0) {
    const hidden = `${isAnyOf('author', users)}:not([data-shown])`;
    const lines = `:is(.reply${hidden}>header,.quote${hidden},.comments>li${hidden},.post${hidden}>.prose)`;
    hideRows(isAnyOf('author', users));
    rules.push(
      `.reply${hidden}>:not(header),${lines}>:not(.when,.ignored){display:none!important}`,
      `${lines}::before{content:"\\a0";flex:1}`,
      `${lines}:has(>.ignored)::before{content:none}`,
    );
  }
  // visitors see everything
  return `[data-member]{${rules.join('')}}`;
}
