import { expect, test } from 'vitest';
import { hasUnseen } from '#contracts/limits.ts';
import { plainToHtml } from '#stores/plain.ts';

test('[unit] plain text becomes paragraphs and lines, and stays text', () => {
  expect(plainToHtml('a <b>\r\nc & "d"\n\n\n e')).toBe('<p>a &lt;b&gt;<br>c &amp; &quot;d&quot;</p><p> e</p>');
  expect(plainToHtml('  \n ')).toBe('');
});

test('[unit] addresses become links without the sentence’s signs, and nothing else does', () => {
  expect(plainToHtml('见 https://a.example/x?b=1&c=2。谢谢')).toBe('<p>见 <a href="https://a.example/x?b=1&amp;c=2">https://a.example/x?b=1&amp;c=2</a>。谢谢</p>');
  expect(plainToHtml('(see http://a.example/x).')).toBe('<p>(see <a href="http://a.example/x">http://a.example/x</a>).</p>');
  expect(plainToHtml('javascript:alert(1) https://"onclick=x')).toBe('<p>javascript:alert(1) https://&quot;onclick=x</p>');
});

test('[unit] what nobody sees is found in a line, and emoji that are joined are not it', () => {
  for (const text of ['a\u200bb', '\u202eabc', 'a\u0007', '\u2028', 'a\u200d']) expect([text, hasUnseen(text)]).toEqual([text, true]);
  for (const text of ['林间小路', "Zoë O'Neil-Łuk", '👩‍💻 在', '👩🏽‍🚀', '❤️‍🔥']) expect([text, hasUnseen(text)]).toEqual([text, false]);
});
