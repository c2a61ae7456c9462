import type { Lang } from '#contracts/language.ts';
import { MAX_SUBJECT_CHARACTERS } from '#contracts/limits.ts';
import { type DrawWord, NICKNAMES } from './draw-words.ts';

/* Random messages like posts: sentences, paragraphs, sometimes code, a list, a quote. */

export interface DrawnMessage {
  /** Sanitized already. */
  html: string;
  /** Plain text, as the sanitizer extracts it. */
  text: string;
}

export interface MessageWriter {
  subject(lang: Lang): string;
  message(lang: Lang, sentences: number): DrawnMessage;
  nickname(lang: Lang): string;
  comment(lang: Lang): DrawnMessage;
}

const COMMANDS = [
  'lantu-report display',
  'sudo lpm update',
  'sudo lpm upgrade --release 25.1',
  'journalctl -b -p warning',
  'lsblk -f',
  'systemctl status lantu-session',
  'git log --oneline -5',
  'make check',
  'ip address',
  'dmesg --level=err',
];

export function createMessageWriter(
  random: () => number,
  zh: DrawWord,
  en: DrawWord,
): MessageWriter {
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

  function chinese(): string {
    let text = '';
    for (let clauses = between(1, 3); clauses > 0; clauses--) {
      // One word in fifty is English, like program names.
      for (let words = between(3, 9); words > 0; words--)
        text += random() < 0.02 ? `${text.endsWith(' ') ? '' : ' '}${en(random)} ` : zh(random);
      text =
        text.trimEnd() +
        (clauses > 1 ? '，' : random() < 0.85 ? '。' : random() < 0.6 ? '？' : '！');
    }
    return text.trimStart();
  }

  function english(): string {
    let text = en(random);
    const words = between(5, 22);
    for (let word = 1; word < words; word++) text += (random() < 0.07 ? ', ' : ' ') + en(random);
    return capital(text) + (random() < 0.82 ? '.' : random() < 0.6 ? '?' : '!');
  }

  const paragraph = (lang: Lang, sentences: number): string => {
    const parts = Array.from({ length: sentences }, lang === 'zh' ? chinese : english);
    return parts.join(lang === 'zh' ? '' : ' ');
  };

  const code = (): DrawnMessage => {
    const lines = [`$ ${COMMANDS[between(0, COMMANDS.length - 1)]}`];
    for (let rest = between(1, 9); rest > 0; rest--) {
      const moment = `[${between(0, 900)}.${between(100_000, 999_999)}]`;
      const device = `${en(random)}-${between(0, 40)}`;
      const words = `${en(random)} ${en(random)} ${en(random)}`;
      lines.push(`${moment} ${device}: ${words} (${between(-22, 4096)})`);
    }
    return {
      html: `<div class="code" data-language="bash"><pre><code class="language-bash">${lines.join('\n')}\n</code></pre></div>`,
      text: lines.join(' '),
    };
  };

  const list = (lang: Lang): DrawnMessage => {
    const items = Array.from({ length: between(2, 6) }, () => paragraph(lang, 1));
    const kind = random() < 0.5 ? 'ul' : 'ol';
    return {
      html: `<${kind}>${items.map((item) => `<li>${item}</li>`).join('')}</${kind}>`,
      text: items.join(' '),
    };
  };

  const aside = (lang: Lang): DrawnMessage => {
    const text = paragraph(lang, between(1, 2));
    return { html: `<blockquote><p>${text}</p></blockquote>`, text };
  };

  return {
    subject(lang) {
      if (lang === 'zh') {
        let text = '';
        const words = between(3, 9);
        for (let word = 0; word < words && text.length < MAX_SUBJECT_CHARACTERS - 6; word++)
          text += zh(random);
        return text + (random() < 0.2 ? '？' : '');
      }
      let text = capital(en(random));
      for (let words = between(2, 7); words > 0; words--) {
        const longer = `${text} ${en(random)}`;
        if (longer.length > MAX_SUBJECT_CHARACTERS) break;
        text = longer;
      }
      return text;
    },
    message(lang, sentences) {
      let html = '';
      let text = '';
      for (let left = sentences; left > 0; ) {
        const take = Math.min(left, between(1, 4));
        const paragraphText = paragraph(lang, take);
        html += `<p>${paragraphText}</p>`;
        text += text ? ` ${paragraphText}` : paragraphText;
        left -= take;
        const chance = random();
        const extra =
          chance < 0.04
            ? code()
            : chance < 0.06
              ? list(lang)
              : chance < 0.07
                ? aside(lang)
                : undefined;
        if (extra) {
          html += extra.html;
          text += ` ${extra.text}`;
        }
      }
      return { html, text };
    },
    nickname(lang) {
      const { first, last } = NICKNAMES[lang];
      return [first[between(0, first.length - 1)], last[between(0, last.length - 1)]].join(
        lang === 'zh' ? '' : ' ',
      );
    },
    comment(lang) {
      const text = paragraph(lang, 1);
      return { html: text, text };
    },
  };
}
