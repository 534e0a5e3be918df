import { useState, type KeyboardEvent } from 'react';
import { CHANNELS, type Channel, type PaymentActionResult, type Spending } from '../schema.ts';
import { texts } from '../texts.ts';
import './plans.css';

type ChannelChoiceProps = {
  /** The available channels. With only one there is nothing to choose. */
  channels?: readonly Channel[];
  /** The initially selected channel. */
  chosen: Channel;
  /** Hints per channel, if they differ from the hints for a plan. */
  hints?: Record<Channel, string>;
  onChange(channel: Channel): void;
};

/** Payment channel selection: card or M-Pesa. Each option explains its consequences before the player submits. */
export function ChannelChoice({ channels = CHANNELS, chosen, hints, onChange }: ChannelChoiceProps) {
  // Enter would submit the form with its first button, so in this field it must not submit.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <fieldset className="choices channels">
      <legend>{texts.pay.how}</legend>
      {channels.map((channel) => (
        <label key={channel} className="choice">
          <input
            type="radio"
            name="channel"
            value={channel}
            defaultChecked={channel === chosen || channels.length === 1}
            required
            onKeyDown={onKeyDown}
            onChange={() => onChange(channel)}
          />
          <b>{texts.pay.channels[channel].label}</b>
          <span className="channel-hint">{hints?.[channel] ?? texts.pay.channels[channel].hint}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The chosen channel; a new initial one, which new data brings, takes its place. */
export function useChosenChannel(initial: Channel): [Channel, (channel: Channel) => void] {
  const [choice, setChoice] = useState({ initial, channel: initial });
  return [choice.initial === initial ? choice.channel : initial, (channel) => setChoice({ initial, channel })];
}

/**
 * The initial channel: the one from the failed submit, else of a checkout that is not finished and has to be taken up again, else the one of
 * the previous payment, else card.
 */
export function getDefaultChannel(
  answer: PaymentActionResult | undefined,
  spending: Spending | null,
  before: Channel | undefined,
): Channel {
  const submitted = answer && !answer.ok && answer.code !== 'payment-unfinished' ? answer.values.channel : undefined;
  return CHANNELS.find((each) => each === submitted) ?? spending?.sum?.open[0]?.channel ?? before ?? 'card';
}
