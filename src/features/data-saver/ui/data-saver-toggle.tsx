import { Leaf } from 'lucide-react';
import type { ReactNode } from 'react';
import { isDataCostShown, setDataCostShown } from '../../../web/data-cost.ts';
import { isDataSaverOn, setDataSaver } from '../../../web/data-saver.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { useSavedChoice } from '../../../web/use-data-saver.ts';
import { texts } from '../texts.ts';

type ToggleProps = { className: string; read: () => boolean; save: (isOn: boolean) => void; children: ReactNode };

/** A choice about data on this device. */
function Toggle({ className, read, save, children }: ToggleProps) {
  const isOn = useSavedChoice(read);
  return (
    <button type="button" className={`${className} needs-js`} aria-pressed={isOn} onClick={() => save(!isOn)}>
      {children}
      <span aria-hidden="true">{isOn ? texts.on : texts.off}</span>
    </button>
  );
}

/** Turns data saver mode on and off on this device. */
export function DataSaverToggle({ className }: { className: string }) {
  return (
    <Toggle className={className} read={isDataSaverOn} save={setDataSaver}>
      <Icon icon={Leaf} />
      {texts.label}
    </Toggle>
  );
}

/** Shows and hides what data costs on a phone, on this device. */
export function DataCostToggle({ className }: { className: string }) {
  return (
    <Toggle className={className} read={isDataCostShown} save={setDataCostShown}>
      <b aria-hidden="true">KSh</b>
      {texts.cost}
    </Toggle>
  );
}
