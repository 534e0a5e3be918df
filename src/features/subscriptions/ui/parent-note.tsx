import { texts } from '../texts.ts';
import './plans.css';

/** A friendly note, before the submit button, that an adult has to pay. */
export function ParentNote() {
  return (
    <div className="parent-note">
      <img src="/stickers/shield.svg" width="44" height="44" alt="" />
      <p>
        <b>{texts.pay.parent}</b> {texts.pay.parentMore}
      </p>
    </div>
  );
}
