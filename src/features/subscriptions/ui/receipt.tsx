import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Wordmark } from '../../../web/kit/wordmark.tsx';
import { hasReceipt } from '../rules.ts';
import type { ReceiptView } from '../schema.ts';
import { texts } from '../texts.ts';
import './receipt.css';

const words = texts.receipt;

/** A receipt: what was paid, for whom and for which days. Printed without the rest of the page. */
export function Receipt({ receipt }: { receipt: ReceiptView }) {
  const { reference, what, price, at, state, channel, username, email, from, until, isByGuardian } = receipt;
  const isPaid = hasReceipt(state);
  const isHeld = state === 'held' || state === 'not-allowed';
  return (
    <div className="wrap section receipt-page">
      <div className="receipt-acts">
        <Link className="see-all" to="/subscription">
          <Icon icon="chevron-left" size="small" />
          {words.back}
        </Link>
        <Button variant="soft" className="needs-js" onClick={() => window.print()}>
          <Icon icon="printer" />
          {words.print}
        </Button>
      </div>
      <article className="panel receipt">
        <header>
          <Wordmark label="Kiddo" />
          <p className="muted">{words.seller}</p>
        </header>
        <h1>{words.title}</h1>
        {!isPaid && <p className="receipt-not">{isHeld ? texts.payments.next[state] : words.notPaid}</p>}
        <dl>
          <Fact name={words.number}>{reference}</Fact>
          <Fact name={words.what}>{what}</Fact>
          <Fact name={words.for}>@{username}</Fact>
          {/* Whoever paid at home got the mail. */}
          {!isByGuardian && <Fact name={words.mail}>{email}</Fact>}
          <Fact name={isPaid ? words.day : words.asked}>
            <time dateTime={at}>{words.at(at)}</time>
          </Fact>
          {from !== null && until !== null && <Fact name={words.days}>{words.span(from, until)}</Fact>}
          <Fact name={words.how}>
            {texts.payments.channels[channel]}
            {isByGuardian && ` (${texts.payments.byGuardian})`}
          </Fact>
          <Fact name={words.state}>{texts.payments.states[state]}</Fact>
          <Fact name={words.total} className="receipt-total">
            {formatMoney(price)}
          </Fact>
        </dl>
        {state === 'refunded' && <p>{words.paidBack}</p>}
        <p className="muted receipt-zone">{words.zone}</p>
      </article>
    </div>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
