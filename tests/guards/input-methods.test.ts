import { expect, test } from 'vitest';
import { codeFiles, textOf } from './sources.ts';

const ONE = 'src/islands/page/is-composing.ts';

test('[guard] whether a key is the input method’s is asked of one function', () => {
  const asks = codeFiles().filter(
    (path) => path.startsWith('src/') && /\.isComposing\b|\b229\b/.test(textOf(path)),
  );
  expect(asks).toEqual([ONE]);
});

test('[guard] a key that sends or chooses is first asked whether it is the input method’s', () => {
  // these only prevent Enter from submitting a form
  const harmless = [
    'src/islands/moderation/ActionDialog.tsx',
    'src/islands/thread-form/SubjectField.tsx',
  ];
  const handlers = codeFiles().filter(
    (path) =>
      /^src\/islands\/.*\.tsx?$/.test(path) &&
      /key === 'Enter'|key !== 'Enter'|isSendKey\(/.test(textOf(path)),
  );
  expect(
    handlers.filter((path) => !harmless.includes(path) && !/isComposing\(/.test(textOf(path))),
  ).toEqual(['src/islands/page/is-send-key.ts']);
});
