import { useState } from 'react';
import type { TriedTextWire } from '#contracts/wire/admin-word.ts';
import { call } from '#stores/api.ts';
import { report } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { TextField } from '../form/fields.tsx';

/** A text in pieces: what was found is marked, what overlaps it is left out. */
function pieces(
  text: string,
  findings: TriedTextWire['findings'],
): { text: string; found?: TriedTextWire['findings'][number] }[] {
  const made: { text: string; found?: TriedTextWire['findings'][number] }[] = [];
  let at = 0;
  for (const found of findings) {
    if (found.start < at) continue;
    made.push(
      { text: text.slice(at, found.start) },
      { text: text.slice(found.start, found.end), found },
    );
    at = found.end;
  }
  return [...made, { text: text.slice(at) }].filter((one) => one.text !== '');
}

/** Shows what would happen to a text if somebody sent it now. */
export function TryText() {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<{ of: string; result: TriedTextWire }>();
  const run = async () => {
    try {
      setTried({
        of: text,
        result: await call<TriedTextWire>('/v2/admin/words/try', {
          method: 'POST',
          body: { text },
        }),
      });
    } catch (error) {
      report(error);
    }
  };
  return (
    <section className="block">
      <h2>{t('admin.words.try')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <TextField
          label={t('admin.words.tryLabel')}
          rows={4}
          max={20_000}
          value={text}
          onChange={setText}
        />
        <p className="row">
          <Button type="submit" idle={text.trim() === ''}>
            {t('admin.words.tryAction')}
          </Button>
        </p>
      </form>
      {tried && (
        <div className="told" role="status">
          <p>
            <b className={`dot ${tried.result.outcome}`}>
              {t(`admin.words.outcome.${tried.result.outcome}`)}
            </b>
          </p>
          <p className="sample">
            {pieces(tried.of, tried.result.findings).map((piece, index) =>
              piece.found ? (
                <mark
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
                  key={index}
                  title={`${piece.found.word}: ${t(`admin.words.act.${piece.found.action}`)}`}
                >
                  {piece.text}
                </mark>
              ) : (
                piece.text
              ),
            )}
          </p>
          {tried.result.outcome === 'changed' && (
            <>
              <p className="meta">{t('admin.words.readsAs')}</p>
              <p className="sample">{tried.result.text}</p>
            </>
          )}
        </div>
      )}
    </section>
  );
}
