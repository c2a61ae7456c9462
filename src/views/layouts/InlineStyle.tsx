const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('');

export const InlineStyle = ({ css }: { css: string }) => (
  <style
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours
    dangerouslySetInnerHTML={{ __html: withoutComments(css).replace(/\s+/g, ' ') }}
  />
);
