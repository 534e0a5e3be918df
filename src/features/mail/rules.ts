import type { EmailContent, EmailLanguage, EmailPart } from './schema.ts';

type EmailTexts = Record<EmailLanguage, { footer: string; never: string; linkHint: string; stop: string }>;

/** Email clients ignore style sheets, so colours and fonts are inline styles. */
const FONT = "font-family:Lexend,'Trebuchet MS',Roboto,Arial,sans-serif";
const INK = '#0C2A30';
const MUTED = '#344D54';

/** Renders an email as plain text. @param labels what stands around every email, in each language */
export function renderEmailText(content: EmailContent, labels: EmailTexts): string {
  const { language = 'en', translation } = content;
  const stop = content.stop ? [`${labels[language].stop}:\n${content.stop}`] : [];
  const writePart = ({ heading, paragraphs, button, notes }: EmailPart) =>
    [heading, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...notes].join('\n\n');
  const translated = translation ? ['* * *', writePart(translation)] : [];
  const ends = [language, ...(translation ? [translation.language] : [])].map((each) => `${labels[each].never}\n${labels[each].footer}`);
  return [writePart(content), ...stop, ...translated, `--\n${ends.join('\n\n')}`].join('\n\n');
}

/** Renders an email as HTML, mobile first: one column, large type, no external resources. All texts are escaped. */
export function renderEmailHtml(content: EmailContent, labels: EmailTexts): string {
  const { language = 'en', translation } = content;
  const translated = translation
    ? [
        `<div lang="${translation.language}" style="margin:32px 0 0;padding:32px 0 0;border-top:2px solid #CFE0D8">\n${renderPart(translation, labels[translation.language].linkHint, 'h2')}\n</div>`,
      ]
    : [];
  const stop = content.stop
    ? [
        `<p style="margin:0 0 16px;font-size:14px"><a href="${escapeHtml(content.stop)}" style="color:#005B57">${escapeHtml(labels[language].stop)}</a></p>`,
      ]
    : [];
  const end = ({ never, footer }: { never: string; footer: string }) => `${escapeHtml(never)}<br>${escapeHtml(footer)}`;
  const ends = [
    end(labels[language]),
    ...(translation ? [`<span lang="${translation.language}">${end(labels[translation.language])}</span>`] : []),
  ];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;background:#EDF6F1;${FONT};color:${INK};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:0 0 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF">
<tr><td style="background:#FFC629;padding:16px 24px;font-size:28px;font-weight:700;letter-spacing:-.5px;color:${INK}">kiddo</td></tr>
<tr><td style="background:${INK};height:8px;line-height:8px;font-size:0">&nbsp;</td></tr>
<tr><td style="padding:32px 24px 16px">
${[renderPart(content, labels[language].linkHint, 'h1'), ...stop, ...translated].join('\n')}
</td></tr>
<tr><td style="padding:16px 24px 24px;border-top:2px solid #CFE0D8;font-size:14px;color:${MUTED}">${ends.join('<br><br>')}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

function renderPart({ heading, paragraphs, button, notes }: EmailPart, linkHint: string, level: 'h1' | 'h2'): string {
  const p = (text: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const url = button ? escapeHtml(button.url) : '';
  const buttonHtml = button
    ? `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;background:#FFC629;color:${INK};font-weight:700;font-size:18px;line-height:24px;padding:16px 32px;border-radius:28px;border-bottom:4px solid #C98A00;text-decoration:none">${escapeHtml(button.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:14px;color:${MUTED}">${escapeHtml(linkHint)}<br><a href="${url}" style="color:#005B57;word-break:break-all">${url}</a></p>`
    : '';
  return [
    `<${level} style="margin:0 0 16px;font-size:26px;line-height:1.2">${escapeHtml(heading)}</${level}>`,
    ...paragraphs.map((text) => p(text, '')),
    buttonHtml,
    ...notes.map((text) => p(text, `font-size:14px;color:${MUTED}`)),
  ].join('\n');
}

/** The mailbox behind an address, for rate limits: `+anything` is ignored, and for Gmail also dots. */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  const host = email.slice(at + 1);
  if (host !== 'gmail.com' && host !== 'googlemail.com') return `${name}@${host}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** Prevents mail clients from decoding part of a subject as an encoded word (RFC 2047), which could even contain line breaks. */
export function sanitizeSubject(subject: string): string {
  return subject.replaceAll('=?', '= ?');
}

/** Headers with which a mail client offers one-click unsubscribe (RFC 2369, RFC 8058). */
export function getUnsubscribeHeaders(content: EmailContent): Record<string, string> {
  return content.stop ? { 'List-Unsubscribe': `<${content.stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
