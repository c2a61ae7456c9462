import { useState } from 'react';
import type { Asked } from '#stores/captcha.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useTexts } from '../ui/text.ts';
import { Slider } from './Slider.tsx';
import { Working } from './Working.tsx';

/** Asks for a captcha (R32): by sliding, or by the machine's work for who can't. */
export default function CaptchaDialog({ asked }: { asked: Asked }) {
  const { t } = useTexts();
  const [working, setWorking] = useState(false);
  return (
    <Dialog
      title={working ? t('captcha.workTitle') : t('captcha.title')}
      text={working ? t('captcha.workText') : t('captcha.text')}
      onClose={asked.close}
    >
      <div className="captcha">
        {working ? (
          <Working asked={asked} onSlide={() => setWorking(false)} />
        ) : (
          <Slider asked={asked} onCannot={() => setWorking(true)} />
        )}
      </div>
    </Dialog>
  );
}
