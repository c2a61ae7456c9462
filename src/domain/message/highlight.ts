import { common, createLowlight } from 'lowlight';
import { COLOURED_CODE_MAX, codeClass } from '#contracts/code.ts';

const lowlight = createLowlight(common);

type Part = ReturnType<typeof lowlight.highlight>['children'][number];

/** Puts the parts of code into an element; those that have a colour in a span of their own. */
function put(parts: readonly Part[], into: Element): void {
  const document = into.ownerDocument;
  for (const part of parts) {
    if (part.type === 'text') into.append(document.createTextNode(part.value));
    if (part.type !== 'element') continue;
    const name = codeClass((part.properties.className ?? []) as string[]);
    const span = name ? into.appendChild(document.createElement('span')) : into;
    if (name) span.setAttribute('class', name);
    put(part.children, span);
  }
}

/** Colours the blocks of code whose language is known, by classes alone. Their text stays as it is. */
export function highlight(root: Element): void {
  for (const code of root.querySelectorAll('pre > code[class^="language-"]')) {
    const language = (code.getAttribute('class') ?? '').slice('language-'.length).toLowerCase();
    const text = code.textContent ?? '';
    if (text.length > COLOURED_CODE_MAX || !lowlight.registered(language)) continue;
    const { children } = lowlight.highlight(language, text);
    code.replaceChildren();
    put(children, code);
  }
}
