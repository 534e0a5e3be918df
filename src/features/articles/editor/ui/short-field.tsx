import { Checkbox } from '../../../../web/kit/field.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { texts } from '../texts.ts';

/** Asks whether a text is meant to be so much shorter than the shipped one. */
export function ShortField({ error, isTicked }: { error: string | null; isTicked: boolean }) {
  return (
    <div className="field">
      <p className="text-warning">{texts.shortText}</p>
      <Checkbox
        name="short"
        value="yes"
        label={texts.short}
        defaultChecked={isTicked}
        aria-describedby={error === null ? undefined : 'text-short'}
      />
      <div aria-live="polite">
        {error !== null && (
          <p id="text-short" className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
