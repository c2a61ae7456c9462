import { Marked } from 'marked';

/*
 * What is typed into the textarea is Markdown, what is sent is HTML. HTML that somebody types is text that they want to
 * be read, so it stays text.
 */

const asText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html({ text, block }) {
      const shown = asText(text.trimEnd());
      return block ? `<p>${shown}</p>` : shown;
    },
  },
});

export const toHtml = (source: string): string => marked.parse(source, { async: false }).trim();
