import { useRef } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { texts } from '../texts.ts';
import { FriendActionForm } from './friend-action-form.tsx';
import type { PerformFriendAction } from './use-friend-action.ts';
import './add-friends.css';

type FriendCodeProps = { code: string; link: string; returnUrl: string; performAction: PerformFriendAction };

/** The viewer's own friend code and link, to share with people they know. */
export function FriendCode({ code, link, returnUrl, performAction }: FriendCodeProps) {
  const words = texts.code;
  return (
    <section className="panel friend-code">
      <h2 tabIndex={-1}>{words.title}</h2>
      <p className="muted">{words.text}</p>
      <CopyField name="code" label={words.code} copyLabel={words.copyCode} value={code} />
      <CopyField name="link" label={words.link} copyLabel={words.copyLink} value={link} />
      <div className="friend-code-new">
        <FriendActionForm
          action="renew-code"
          playerId={null}
          returnUrl={returnUrl}
          variant="soft"
          size="sm"
          onAction={() => void performAction('renew-code', '')}
        >
          <Icon icon="refresh-cw" size="small" />
          {words.renew}
        </FriendActionForm>
        <p className="muted">{words.renewHint}</p>
      </div>
    </section>
  );
}

function CopyField({ name, label, copyLabel, value }: { name: string; label: string; copyLabel: string; value: string }) {
  const container = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const onCopy = async () => {
    const field = container.current?.querySelector('input');
    if (!field) return;
    const isCopied = await copyToClipboard(field);
    toast(isCopied ? texts.code.copied : { ...texts.code.notCopied, kind: 'bad' });
  };
  return (
    <div ref={container} className="copy-line">
      <Field name={name} label={label} value={value} readOnly spellCheck={false} onFocus={(event) => event.currentTarget.select()} />
      <Button variant="soft" className="copy-button needs-js" aria-label={copyLabel} title={copyLabel} onClick={() => void onCopy()}>
        <Icon icon="copy" />
      </Button>
    </div>
  );
}

/** Copies a field's text; falls back to `execCommand` where the clipboard API is unavailable (no https). */
async function copyToClipboard(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
