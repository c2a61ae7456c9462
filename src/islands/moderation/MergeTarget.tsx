import type { ActionRequest } from '#client/moderation/actions.ts';
import { Radio } from '../components/Choices.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { targetName } from './perform-action.ts';

interface Props {
  order: ActionRequest;
  chosen: number | undefined;
  onChoose(id: number): void;
}

/** Picks the selected thread that the other ones are merged into, the oldest first (R23). */
export function MergeTarget({ order, chosen, onChoose }: Props) {
  const { t, lang } = useTexts();
  return (
    <fieldset className="field choices">
      <legend>{t('moderation.merge.into')}</legend>
      {order.ids
        .toSorted((a, b) => a - b)
        .map((id) => {
          const subject = targetName(order, id);
          return (
            <Radio key={id} name="merge" checked={chosen === id} onChoose={() => onChoose(id)}>
              <span>
                <span lang={foreignLang(lang, subject)}>{subject}</span>{' '}
                <span className="meta num">{id}</span>
              </span>
            </Radio>
          );
        })}
    </fieldset>
  );
}
