import { Icon } from '../../../web/kit/icon.tsx';
import { setDataSaver } from '../../../web/data-saver.ts';
import { useDataSaver } from '../../../web/use-data-saver.ts';
import { texts } from '../texts.ts';

/** Turns data saver mode on and off on this device. */
export function DataSaverToggle({ className }: { className: string }) {
  const isOn = useDataSaver();
  return (
    <button type="button" className={`${className} needs-js`} aria-pressed={isOn} onClick={() => setDataSaver(!isOn)}>
      <Icon icon="leaf" />
      {texts.label}
      <span aria-hidden="true">{isOn ? texts.on : texts.off}</span>
    </button>
  );
}
