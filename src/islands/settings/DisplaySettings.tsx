import { useState } from 'react';
import {
  areSingleKeysOn,
  COLOUR_THEMES,
  listTimeZones,
  readChosenZone,
  readColourTheme,
  saveChosenZone,
  saveColourTheme,
  saveSingleKeys,
} from '#client/account/display.ts';
import { pageArea } from '#client/core/page-info.ts';
import { zoneName } from '#i18n/format.ts';
import { Check, Radios } from '../components/Choices.tsx';
import { Options } from '../components/Options.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { SettingsForm, useFields } from './SettingsForm.tsx';

/** Theme, time zone and single keys of this browser (R30, R42). */
export function DisplaySettings() {
  const { t } = useTexts();
  const { values, set, saving } = useFields({
    theme: readColourTheme(),
    zone: readChosenZone(),
    keys: areSingleKeysOn(),
  });
  const [zones] = useState(listTimeZones);
  const { theme, zone, keys } = values;
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const save = () =>
    saving.run(async () => {
      saveColourTheme(theme);
      saveSingleKeys(keys);
      if (zone === readChosenZone()) return;
      saveChosenZone(zone);
      // reloads because all times of the page change
      location.reload();
    });
  return (
    <SettingsForm saving={saving} onSubmit={save}>
      <fieldset className="field choices">
        <legend className="hint">{t('settings.display.theme')}</legend>
        <Radios
          name="theme"
          options={COLOUR_THEMES}
          chosen={theme}
          onChoose={(one) => set({ theme: one })}
          label={(one) => t(`settings.display.themes.${one}`)}
        />
      </fieldset>
      <div className="field">
        <label htmlFor="display-zone">{t('settings.display.zone')}</label>
        <select
          id="display-zone"
          value={zone}
          onChange={({ target }) => set({ zone: target.value })}
        >
          <option value="">
            {t('settings.display.browserZone', { zone: zoneName(browserZone) })}
          </option>
          <Options values={zones} label={(name) => name.replaceAll('_', ' ')} />
        </select>
      </div>
      {pageArea() === 'desktop' && (
        <div className="field choices">
          <Check
            checked={keys}
            describedBy="display-keys"
            onChange={(checked) => set({ keys: checked })}
          >
            {t('keys.single')}
          </Check>
          <p className="hint" id="display-keys">
            {t('settings.display.keysHint')}
          </p>
        </div>
      )}
    </SettingsForm>
  );
}
