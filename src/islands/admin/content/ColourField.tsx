import { isColour } from '#contracts/brand-colours.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { Field } from '../form/form-fields.tsx';

interface Props {
  label: string;
  hint?: string;
  problem?: string | undefined;
  value: string;
  onChange(value: string): void;
}

/** What the browser's picker begins with while no colour is chosen. */
const FIRST_OFFERED = '#0081ff';

/** A colour as `#rrggbb`, typed or chosen with the browser's picker; '' for the usual one. */
export function ColourField({ value, onChange, ...around }: Props) {
  const { t } = useTexts();
  const colour = value.trim().toLowerCase();
  return (
    <Field {...around}>
      {(controlProps) => (
        <span className="colour">
          <input
            {...controlProps}
            className="mono"
            value={value}
            placeholder="#rrggbb"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            type="color"
            value={isColour(colour) ? colour : FIRST_OFFERED}
            aria-label={`${t('admin.config.colourPick')}: ${around.label}`}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}
