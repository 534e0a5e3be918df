import { toggleDataCost } from '../../../web/data-cost.ts';
import { texts } from '../texts.ts';

/** Shows and hides what data costs on a phone, on this device. The stylesheet says which of the two, so that it is right before scripts run. */
export function DataCostToggle({ className }: { className: string }) {
  return (
    <button type="button" className={`${className} needs-js`} onClick={toggleDataCost}>
      {texts.cost} <span className="data-cost">{texts.on}</span>
      <span className="data-cost-off">{texts.off}</span>
    </button>
  );
}
