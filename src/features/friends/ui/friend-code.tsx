import { Copy, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { texts } from '../texts.ts';
import { DeedForm } from './deed-form.tsx';
import type { Act } from './use-deed.ts';

type FriendCodeProps = { code: string; link: string; here: string; act: Act };

/** The viewer's own code and link, to be given to people they know. */
export function FriendCode({ code, link, here, act }: FriendCodeProps) {
  const words = texts.code;
  return (
    <section className="panel friend-code">
      <h2 tabIndex={-1}>{words.title}</h2>
      <p className="muted">{words.text}</p>
      <CopyField name="code" label={words.code} copy={words.copyCode} value={code} />
      <CopyField name="link" label={words.link} copy={words.copyLink} value={link} />
      <div className="friend-code-new">
        <DeedForm deed="renew-code" playerId={null} returnUrl={here} variant="soft" size="sm" onAct={() => void act('renew-code', '')}>
          <Icon icon={RefreshCw} size="small" />
          {words.renew}
        </DeedForm>
        <p className="muted">{words.renewHint}</p>
      </div>
    </section>
  );
}

function CopyField({ name, label, copy, value }: { name: string; label: string; copy: string; value: string }) {
  const line = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const onCopy = async () => {
    const field = line.current?.querySelector('input');
    if (!field) return;
    const isCopied = await copyOf(field);
    toast(isCopied ? texts.code.copied : { ...texts.code.notCopied, kind: 'bad' });
  };
  return (
    <div ref={line} className="copy-line">
      <Field name={name} label={label} value={value} readOnly spellCheck={false} onFocus={(event) => event.currentTarget.select()} />
      <Button className="needs-js" variant="soft" aria-label={copy} title={copy} onClick={() => void onCopy()}>
        <Icon icon={Copy} />
      </Button>
    </div>
  );
}

/** Copies what is in a field; where the clipboard is closed to scripts (no https) the old way. */
async function copyOf(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
