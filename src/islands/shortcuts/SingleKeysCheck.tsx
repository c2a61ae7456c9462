import { useState } from 'react';
import { areSingleKeysOn, saveSingleKeys } from '#client/account/display.ts';
import { Check } from '../components/Choices.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** The switch of single keys; it applies at once, in this browser (R42). */
export function SingleKeysCheck() {
  const { t } = useTexts();
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const change = (checked: boolean) => {
    saveSingleKeys(checked);
    setIsOn(checked);
  };
  return (
    <Check className="single-keys" checked={isOn} onChange={change}>
      {t('keys.single')}
    </Check>
  );
}
