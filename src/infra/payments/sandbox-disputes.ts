import type { DisputeApi, ProviderDispute } from './disputes.ts';
import { PaymentsRejectedError } from './payments.ts';
import { applyDisputeAnswer } from './sandbox-actions.ts';
import { deliverEvents, type EventDelivery } from './sandbox-events.ts';
import type { SandboxDispute, SandboxPurchase } from './sandbox-state.ts';
import type { VersionedStore } from './versioned-store.ts';

/** What the bank of every payer of the sandbox says. */
const REASON = 'The payer says: I do not know this payment.';

/** Disputes of the sandbox: a person on its page opens and decides them, and the site answers. */
export function createSandboxDisputes(store: VersionedStore<SandboxPurchase>, delivery: EventDelivery, now: () => Date): DisputeApi {
  const findPurchase = async (id: string) => {
    const [, name] = /^([0-9a-f]{24})d\d{1,6}$/.exec(id) ?? [];
    return name === undefined ? null : store.read(name);
  };
  return {
    async list(openedAfter) {
      const all: ProviderDispute[] = [];
      for (const name of await store.list()) {
        const purchase = await store.read(name);
        for (const dispute of purchase?.disputes ?? [])
          if (purchase && new Date(dispute.openedAt) > openedAfter) all.push(toDispute(purchase, dispute));
      }
      return all;
    },
    async find(id) {
      const purchase = await findPurchase(id);
      const dispute = purchase?.disputes?.find((each) => each.id === id);
      return purchase && dispute ? toDispute(purchase, dispute) : null;
    },
    async answer(id, answer) {
      const found = await findPurchase(id);
      if (!found) throw new PaymentsRejectedError('there is no such dispute');
      let isTaken = false;
      await store.update(found.name, (before) => {
        const after = before && applyDisputeAnswer(before, id, answer, now());
        isTaken = after !== null;
        return after;
      });
      if (!isTaken) throw new PaymentsRejectedError('the dispute does not wait for an answer any more');
      await deliverEvents(delivery, found.name);
    },
  };
}

function toDispute({ charge }: SandboxPurchase, { id, reference, state, amountMinor, openedAt, dueAt }: SandboxDispute): ProviderDispute {
  return {
    id,
    reference,
    amountMinor: amountMinor ?? charge.amountMinor,
    currency: charge.currency,
    category: 'chargeback',
    reason: REASON,
    state,
    openedAt: new Date(openedAt),
    dueAt: new Date(dueAt),
  };
}
