import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { useSubmitOnce } from '../../../web/use-pending-form.ts';
import type { MarketActionResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { useMarketToast } from './use-market-toast.ts';

const words = texts.wear;

type WearButtonProps = {
  itemId: string;
  name: string;
  isWorn: boolean;
  /** Takes the focus, because the button replaces the buy button of an item that was just bought. */
  takesFocus?: boolean;
  /** Called with the result. */
  onAnswer: (answer: MarketActionResult) => void;
};

/** Puts on an item that the player owns, or takes it off. Without scripts the response is the inventory page. */
export function WearButton({ itemId, name, isWorn, takesFocus = false, onAnswer }: WearButtonProps) {
  const fetcher = useFetcher<MarketActionResult>();
  const isBusy = fetcher.state !== 'idle';
  const onSubmit = useSubmitOnce(isBusy, fetcher.data);
  useMarketToast(fetcher.data, onAnswer);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <fetcher.Form ref={form} method="post" action="/inventory" className="item-wear" onSubmit={onSubmit}>
      <input type="hidden" name="item" value={itemId} />
      <Button
        type="submit"
        name="on"
        value={isWorn ? 'no' : 'yes'}
        variant={isWorn ? 'soft' : 'secondary'}
        size="sm"
        multiline
        block
        className="item-button"
        aria-label={isWorn ? words.offAloud(name) : words.onAloud(name)}
        aria-disabled={isBusy || undefined}
      >
        {isBusy ? words.busy : isWorn ? words.off : words.on}
      </Button>
    </fetcher.Form>
  );
}
