const CODE = /<pre>(?:<code(?: class="language-([\w+#-]+)")?>)?/g;

/**
 * Gives safe HTML of users the frames that our styles need: code gets a box that can carry its language and a copy
 * button, wide tables one that scrolls; a corner that heads nothing is no heading. Only for HTML that the sanitizer has
 * written: it relies on its spelling.
 */
export const dress = (html: string): string =>
  html
    .replace(CODE, (_, language?: string) => `<div class="code"${language ? ` data-language="${language}"` : ''}><pre><code>`)
    .replace(/(?:<\/code>)?<\/pre>/g, '</code></pre></div>')
    .replace(/<th( align="[a-z]+")?><\/th>/g, '<td$1></td>')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>');
