import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { TriedTextWire } from '#contracts/wire/admin-word.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { TextField } from '../form/form-fields.tsx';

/** A text in pieces: matches are marked, overlapping ones are left out. */
function splitByMatches(
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

/** Shows the verdict of the word filter on a text. */
export function WordTrial() {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [trial, setTrial] = useState<{ of: string; result: TriedTextWire }>();
  const run = async () => {
    try {
      setTrial({
        of: text,
        result: await call('POST /v2/admin/words/try', {
          body: { text },
        }),
      });
    } catch (error) {
      showErrorToast(error);
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
          <Button type="submit" isInactive={text.trim() === ''}>
            {t('admin.words.tryAction')}
          </Button>
        </p>
      </form>
      {trial && (
        <div className="told" role="status">
          <p>
            <b className={`dot ${trial.result.outcome}`}>
              {t(`admin.words.outcome.${trial.result.outcome}`)}
            </b>
          </p>
          <p className="sample">
            {splitByMatches(trial.of, trial.result.findings).map((piece, index) =>
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
          {trial.result.outcome === 'changed' && (
            <>
              <p className="meta">{t('admin.words.readsAs')}</p>
              <p className="sample">{trial.result.text}</p>
            </>
          )}
        </div>
      )}
    </section>
  );
}
