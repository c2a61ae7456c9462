import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { State } from './State.tsx';
import { useTexts } from './text.ts';

function Failed() {
  const { t } = useTexts();
  return (
    <State art="broken" title={t('room.failed.title')} text={t('room.failed.text')}>
      <Button onClick={() => location.reload()}>{t('room.failed.again')}</Button>
    </State>
  );
}

/** A file of what is drawn inside that didn't come would otherwise leave nothing at all. */
export class Catch extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}
