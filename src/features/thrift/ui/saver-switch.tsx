import { Leaf } from 'lucide-react';
import { Icon } from '../../../web/kit/icon.tsx';
import { keepSaver } from '../../../web/saver.ts';
import { useSaver } from '../../../web/use-saver.ts';
import { texts } from '../texts.ts';

/** Switches saving data on and off, on this device. */
export function SaverSwitch({ className }: { className: string }) {
  const isOn = useSaver();
  return (
    <button type="button" className={`${className} needs-js`} aria-pressed={isOn} onClick={() => keepSaver(!isOn)}>
      <Icon of={Leaf} />
      {texts.label}
      <span aria-hidden="true">{isOn ? texts.on : texts.off}</span>
    </button>
  );
}
