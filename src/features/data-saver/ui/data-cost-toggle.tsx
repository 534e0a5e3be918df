import { Coins } from 'lucide-react';
import { isDataCostShown, setDataCostShown } from '../../../web/data-cost.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { useSavedChoice } from '../../../web/use-data-saver.ts';
import { texts } from '../texts.ts';

/** Shows and hides what data costs on a phone, on this device. */
export function DataCostToggle({ className }: { className: string }) {
  const isOn = useSavedChoice(isDataCostShown);
  return (
    <button type="button" className={`${className} needs-js`} aria-pressed={isOn} onClick={() => setDataCostShown(!isOn)}>
      <Icon icon={Coins} />
      {texts.cost}
      <span aria-hidden="true">{isOn ? texts.on : texts.off}</span>
    </button>
  );
}
