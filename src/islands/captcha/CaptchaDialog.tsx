import { useState } from 'react';
import type { CaptchaPrompt } from '#client/captcha/solve-captcha.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { CaptchaSlider } from './CaptchaSlider.tsx';
import { ProofOfWork } from './ProofOfWork.tsx';

/** The captcha (R32): a slider, or a proof of work for users who can't slide. */
export default function CaptchaDialog({ asked }: { asked: CaptchaPrompt }) {
  const { t } = useTexts();
  const [usesProofOfWork, setUsesProofOfWork] = useState(false);
  return (
    <Dialog
      title={usesProofOfWork ? t('captcha.workTitle') : t('captcha.title')}
      text={usesProofOfWork ? t('captcha.workText') : t('captcha.text')}
      onClose={asked.close}
    >
      <div className="captcha">
        {usesProofOfWork ? (
          <ProofOfWork asked={asked} onSlide={() => setUsesProofOfWork(false)} />
        ) : (
          <CaptchaSlider asked={asked} onCannot={() => setUsesProofOfWork(true)} />
        )}
      </div>
    </Dialog>
  );
}
