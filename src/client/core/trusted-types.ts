/** Lets every text through. parseHtml alone may use it. */
const inertPolicy = globalThis.trustedTypes?.createPolicy('inert-html', {
  createHTML: (html) => html,
});

/**
 * HTML as elements to be read or taken apart, made safe or not: they are in a document without a
 * window, where nothing is run or fetched. What is to be shown comes from the sanitizer.
 */
export const parseHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(inertPolicy?.createHTML(html) ?? html, 'text/html').body;
