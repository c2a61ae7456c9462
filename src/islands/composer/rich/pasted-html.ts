import { startUpload } from '#client/composer/uploads.ts';
import { showToast } from '#client/core/toasts.ts';
import { parseHtml } from '#client/core/trusted-types.ts';

/* Converts the HTML that other programs copy for the editor. */

/** A picture's data URL as a file; undefined for other addresses. */
function dataUrlToFile(address: string, name: string): File | undefined {
  const [, type, data] = /^data:(image\/[\w+.-]+);base64,([\w+/=\s]+)$/i.exec(address) ?? [];
  if (!type || !data) return undefined;
  try {
    return new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name, {
      type,
    });
  } catch {
    return undefined; // a truncated data URL
  }
}

const isWordList = (element: Element | null): boolean =>
  element?.hasAttribute('data-word') === true;

/** The list for an item of Word at a level: the open one, or a new one in its last item. */
function findWordList(item: HTMLElement, tag: 'OL' | 'UL', level: number): HTMLElement {
  const create = () => {
    const list = item.ownerDocument.createElement(tag);
    list.setAttribute('data-word', '');
    return list;
  };
  const before = item.previousElementSibling;
  const isOpen = (one: Element | null, depth: number): one is HTMLElement =>
    isWordList(one) && (depth < level || one?.tagName === tag);
  let list: HTMLElement = isOpen(before, 1) ? before : create();
  if (list !== before) item.before(list);
  for (let depth = 2; depth <= level; depth++) {
    const entry: Element =
      list.lastElementChild ?? list.appendChild(item.ownerDocument.createElement('li'));
    const inner: Element | null = entry.lastElementChild;
    list = isOpen(inner, depth) ? inner : entry.appendChild(create());
  }
  return list;
}

/** Turns the list paragraphs of Word and WPS into lists of up to nine levels. */
function convertWordLists(body: HTMLElement): void {
  for (const item of [
    ...body.querySelectorAll<HTMLElement>('p[style*="mso-list"], p[class^="MsoListParagraph"]'),
  ]) {
    const sign = [...item.querySelectorAll<HTMLElement>('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    );
    const isNumbered = /^\s*[\w一-龥]+[.)、．]/.test(sign?.textContent ?? '');
    const level = /mso-list:[^;]{0,40}\blevel(\d)/i.exec(item.getAttribute('style') ?? '')?.[1];
    sign?.remove();
    const list = findWordList(item, isNumbered ? 'OL' : 'UL', Number(level ?? 1));
    const entry = body.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
  }
}

function renameElement(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** HTML without comments; an unterminated one extends to the end, as in HTML parsers. */
const withoutComments = (html: string): string =>
  html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.split('-->').slice(1).join('-->')))
    .join('');

/** HTML without other programs' markup. Pictures are uploaded; unavailable ones are counted. */
function cleanHtml(html: string): { html: string; missing: number } {
  let missing = 0;
  const body = parseHtml(withoutComments(html).replace(/<!\[[^\]<>]*\]>/g, ''));
  for (const element of body.querySelectorAll(
    'style, script, meta, link, title, xml, o\\:p, template, noscript',
  ))
    element.replaceWith(...(element.tagName === 'O:P' ? element.childNodes : []));
  convertWordLists(body);
  for (const title of body.querySelectorAll('h1')) renameElement(title, 'h2'); // as on pages
  for (const image of body.querySelectorAll('img')) {
    const file = dataUrlToFile(image.getAttribute('src') ?? '', image.alt || 'picture');
    image.removeAttribute('data-upload');
    if (file) {
      image.dataset.upload = startUpload(file);
      image.removeAttribute('src');
    } else if (!/^(https?:)?\//i.test(image.getAttribute('src') ?? '')) {
      missing++;
      image.remove();
    }
  }
  for (const element of body.querySelectorAll('[style], [class], [id]')) {
    const languageClass = element.tagName === 'CODE' ? element.className : '';
    const bold = /font-weight:\s*(bold|[6-9]00)/i.test(element.getAttribute('style') ?? '');
    const plain =
      element.tagName === 'B' && /font-weight:\s*normal/i.test(element.getAttribute('style') ?? '');
    if (bold && element.tagName === 'SPAN') {
      const strong = body.ownerDocument.createElement('strong');
      strong.append(...element.childNodes);
      element.append(strong);
    }
    for (const name of ['style', 'class', 'id']) element.removeAttribute(name);
    if (languageClass) element.className = languageClass;
    // Google Docs wraps all content in such a <b>
    if (plain) element.replaceWith(...element.childNodes);
  }
  return { html: body.innerHTML, missing };
}

/** Pasted HTML for the editor. A toast reports pictures that can't be fetched. */
export function cleanPasted(html: string): string {
  const { html: cleaned, missing } = cleanHtml(html);
  if (missing > 0)
    showToast({ key: 'composer.pasted.missing', values: { count: missing }, isError: true });
  return cleaned;
}
