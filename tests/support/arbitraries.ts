import fc from 'fast-check';

/** A fixed seed, so that a test fails because of a change and not by chance. */
const SEED = 20_261_122;

const wholeNumber = (name: string): number | undefined => {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`);
  return Number(text);
};

/**
 * Parameters of a property: `runs` inputs, multiplied by PROPERTY_RUNS, from a fixed seed or
 * PROPERTY_SEED. A failure prints the seed and the smallest failing input.
 */
export const propertyRuns = (runs: number): fc.Parameters<unknown> => ({
  numRuns: runs * (wholeNumber('PROPERTY_RUNS') ?? 1),
  seed: wholeNumber('PROPERTY_SEED') ?? SEED,
});

const combining = fc.constantFrom(
  '\u0301',
  '\u0323',
  '\u20e3',
  '\ufe0f',
  '\u{e0100}',
  '\u200d',
  '\u00ad',
  '\u200b',
);
const emoji = fc.constantFrom('👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇨🇳', '🇩🇪', '❤️', '1️⃣', '🎉');
const han = fc.constantFrom(
  '蓝图',
  '系统',
  '内核',
  '显卡',
  '黑屏',
  '的',
  '了',
  '研究生命',
  '龘',
  '靐',
  '𠮷',
  '𠀀𠀁',
  '葛󠄀',
  '顯示',
  '分数缩放',
  '中华人民共和国',
  '〇',
);
const scripts = fc.constantFrom(
  'カーネル',
  'ｶｰﾈﾙ',
  '커널',
  '각',
  'ядро',
  'ΟΔΟΣ',
  'İstanbul',
  'straße',
  'ﬁle',
  'ＬＰＭ',
  'کرنل',
  'می‌خواهم',
  'कर्नेल',
  'ไทย',
  '𝕏org',
  '①',
  '½',
  'é',
  'don’t',
);
const technical = fc.constantFrom(
  'usb-c', 'wi-fi', 'gcc-12', 'systemd-analyze', 'C++', 'C#', 'g++-12', 'C++17', '.NET', 'ASP.NET', 'node.js', '6.1.0', 'linux-image-6.1.0-18-amd64', '/etc/fstab', '~/.config/fcitx5', 'a@example.com',
  'https://example.com/a?b=c&d=1#e', '--no-install-recommends', '$HOME', '#include', '<stdio.h>', 'x86_64', '0xC0000005', '10%', '2026-11-22', '\\begin{x}', "it's", 'a/b', '@Ann', '&amp;', '&#9999999999;', '</em>', '<em>', '1:2', '&', '"',
); // biome-ignore format: one list
const blank = fc.constantFrom(' ', '\n', '\u3000', '\u00a0', '，', '。', '…', '！', '', '');

/** Text of many scripts and kinds, and any Unicode characters, including lone surrogates. */
export const anyText = (maxPieces = 12): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { arbitrary: han, weight: 4 },
        { arbitrary: technical, weight: 4 },
        { arbitrary: scripts, weight: 2 },
        { arbitrary: blank, weight: 5 },
        emoji,
        combining,
        fc.constantFrom('\ud800', '\udfff', '\0', '\ufffe'),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: maxPieces },
    )
    .map((pieces) => pieces.join(''));
