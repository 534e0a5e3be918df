/** What the form 'push-renew' of the settings takes of a subscription that is in place of another one. */
export function toRenewalFields(subscription: PushSubscription, old: string): Record<string, string> {
  return { ...toSubscriptionFields(subscription), do: 'push-renew', old };
}

/** What the form 'push-on' of the settings takes of a browser's subscription. */
export function toSubscriptionFields(subscription: PushSubscription): Record<string, string> {
  const { endpoint = '', keys } = subscription.toJSON();
  return { do: 'push-on', endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}
