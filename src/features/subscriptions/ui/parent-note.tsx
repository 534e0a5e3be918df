import { texts } from '../billing-view/texts.ts';

/** Who pays is an adult: said kindly, and before the press. */
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
