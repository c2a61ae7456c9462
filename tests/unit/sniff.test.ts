import { expect, test } from 'vitest';
import { sniffPictureKind } from '#domain/uploads/sniff.ts';

const codeOf = (text: string): string => {
  try {
    return sniffPictureKind(Buffer.from(text));
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '\uFEFF  <svg>',
  '<?xml version="1.0"?>\n<!-- > by hand --> <!-- --><SVG\n>',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"><svg >',
  '<!DOCTYPE svg [ <!ENTITY a "b"> ]><s:svg>',
])('[R33] SVG is recognized after any prolog: %s', (text) => {
  expect(codeOf(text)).toBe('svg');
});

test.each([
  // the maximum number: an expression with backtracking would try each in two ways
  ['comments without an element', '<!---->'.repeat(585)],
  ['a comment that doesn’t end', '<!-- <svg>'],
  ['comments in a comment that doesn’t end', '<!--'.repeat(1_024)],
  ['spaces', ' '.repeat(4_096)],
  ['a document type that doesn’t end', `<!DOCTYPE ${'['.repeat(4_000)}`],
  ['an element with a long prefix', `<${'a'.repeat(4_000)}:svg>`],
  ['another element', '<svga>'],
])('[R33] other text isn’t SVG, at once: %s', (_what, text) => {
  expect(codeOf(text)).toBe('unsupported');
});
