import type { KeyboardEvent } from 'react';
import type { Channel } from '../schema.ts';
import { CHANNEL_OPTIONS } from '../billing-view/rules.ts';
import type { PaymentActionResult } from '../billing-view/schema.ts';
import { texts } from '../billing-view/texts.ts';

type ChannelChoiceProps = {
  /** The ways there are; of one there is nothing to choose. */
  channels?: readonly Channel[];
  /** The one that is chosen at first. */
  chosen: Channel;
  /** What each means here, where it is not what it means for a plan. */
  hints?: Record<Channel, string>;
};

/** How it will be paid: with a card, or with M-Pesa. Each says what it means, before anything is pressed. */
export function ChannelChoice({ channels = CHANNEL_OPTIONS, chosen, hints }: ChannelChoiceProps) {
  // In a form of several buttons Enter would press the first of them: here it only chooses.
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
          />
          <b>{texts.pay.channels[channel].label}</b>
          <span className="channel-hint">{hints?.[channel] ?? texts.pay.channels[channel].hint}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What was chosen before a press failed is still chosen; else how it was paid before, else the card. */
export function getDefaultChannel(answer: PaymentActionResult | undefined, before: Channel | undefined): Channel {
  const submitted = answer && !answer.ok ? answer.channel : null;
  return CHANNEL_OPTIONS.find((each) => each === submitted) ?? before ?? 'card';
}
