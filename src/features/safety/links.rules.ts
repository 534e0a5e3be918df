// Finds email addresses and website addresses, written or spoken ('amina at gmail dot com'). One pass over words and symbols.

const EMAIL_HOSTS = new Set([
  'gmail',
  'gmial',
  'gmal',
  'gmaill',
  'yahoo',
  'ymail',
  'hotmail',
  'outlook',
  'icloud',
  'protonmail',
  'proton',
  'live',
  'aol',
  'zoho',
  'googlemail',
  'mail',
]);
/** Top-level domains that are not words. */
const TLDS = new Set('com org net info biz io xyz ke ug tz rw edu gov ru ly dev html php apk uk cn'.split(' '));
/** Top-level domains that are also found after a space. */
const SPACED_TLDS = new Set(['com', 'org', 'ke', 'co']);
/** Top-level domains that are also words: they count only before a path or after the names below. */
const WORD_LIKE_TLDS = new Set(
  'me to in it is be gg tv us co app site online shop store live fun club link top pro one page chat space world news games website gl fm ai eu de fr za ng cc ws pw tk ml'.split(
    ' ',
  ),
);
const SHORT_HOSTS = new Set([
  't.me',
  'wa.me',
  'm.me',
  'fb.me',
  'bit.ly',
  'youtu.be',
  'goo.gl',
  'discord.gg',
  'is.gd',
  'ow.ly',
  't.co',
  'tinyurl.com',
  'twitch.tv',
  'linktr.ee',
  'ngl.link',
  'chat.whatsapp',
  'snap.chat',
  'instagr.am',
  'cutt.ly',
  'vm.tiktok',
]);
const WORDS_BEFORE_AT = new Set(
  'look looking looked looks stare laugh am is was are were be work works worked working sign login log logged arrived met'.split(' '),
);
const DOT_WORDS = new Set(['dot', 'nukta', 'doti', 'dott', 'd0t']);
const AT_WORDS = new Set(['at', 'et', 'katika', 'alama']);

type Token = { text: string; hasSpaceBefore: boolean };

/** The kind of address that a normalized text contains, or null. */
export function findContactAddress(plain: string): 'email' | 'link' | null {
  const tokens = tokenize(plain);
  if (hasEmail(tokens)) return 'email';
  return hasLink(tokens) || hasIpAddress(plain) ? 'link' : null;
}

/** Words and single symbols; omits brackets around 'at' and 'dot'. */
function tokenize(plain: string): Token[] {
  const tokens: Token[] = [];
  let spaced = true;
  for (const [text] of plain.matchAll(/[a-z0-9]+| +|[^a-z0-9 ]/g)) {
    if (text.startsWith(' ')) {
      spaced = true;
      continue;
    }
    if ('[](){}<>"*'.includes(text)) continue;
    if ('_-+'.includes(text) && tokens.length > 0) {
      spaced = false;
      if (text !== '-') continue;
    }
    tokens.push({ text: text === '-' ? '.' : text, hasSpaceBefore: text === '-' ? true : spaced });
    spaced = false;
  }
  return tokens;
}

const isWord = (token: Token | undefined): token is Token => token !== undefined && /^[a-z0-9]/.test(token.text);

function isDot(token: Token | undefined): boolean {
  return token !== undefined && (token.text === '.' || token.text === ',' || DOT_WORDS.has(token.text));
}

function hasEmail(tokens: Token[]): boolean {
  return tokens.some((token, at) => {
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    if (/^[a-z0-9]{2,60}(gmail|yahoo|hotmail|outlook|icloud)(com)?$/.test(token.text)) return true;
    if (
      (token.text === 'gmail' || token.text === 'yahoo' || token.text === 'hotmail') &&
      (after?.text === 'com' || (isDot(after) && tokens[at + 2]?.text === 'com' && isWord(before)))
    )
      return true;
    const sign = token.text === '@';
    if (!(sign || AT_WORDS.has(token.text)) || !isWord(before) || !isWord(after)) return false;
    // 'Look at www...': a website address, which `hasLink` finds.
    if (!sign && /^www\d?$/.test(after.text)) return false;
    if (EMAIL_HOSTS.has(after.text) && (sign || (after.text !== 'live' && after.text !== 'mail' && !WORDS_BEFORE_AT.has(before.text))))
      return true;
    for (let next = at + 2; next < at + 10 && isDot(tokens[next]); next += 2) {
      const ending = tokens[next + 1]?.text ?? '';
      if (TLDS.has(ending) || (sign && WORD_LIKE_TLDS.has(ending))) return true;
    }
    return false;
  });
}

function hasLink(tokens: Token[]): boolean {
  return tokens.some((token, at) => {
    const { text } = token;
    const next = tokens[at + 1];
    if (
      /^(https?|hxxps?|htpps?|ftp)$/.test(text) &&
      next !== undefined &&
      (next.text === ':' || next.text === '/' || next.text.startsWith('www'))
    )
      return true;
    if (/^www\d?$/.test(text) && (isDot(next) || next?.hasSpaceBefore === true)) return true;
    if (/^[a-z]{3,30}dotcom$|^dotcom$|^[a-z0-9]{3,30}dotcodotke$/.test(text)) return true;
    if (!isWord(token) || !isDot(next)) return false;
    const ending = tokens[at + 2];
    if (!isWord(ending)) return false;
    const isSpokenDot = next !== undefined && DOT_WORDS.has(next.text);
    if (isSpokenDot) return TLDS.has(ending.text) || (ending.text === 'co' && isDot(tokens[at + 3]));
    const isWithoutSpaces = next?.hasSpaceBefore === false && !ending.hasSpaceBefore;
    const hasPath = tokens[at + 3]?.text === '/' && !(tokens[at + 3] as Token).hasSpaceBefore;
    if (next?.text === ',') return isWithoutSpaces && ending.text === 'com';
    if (isWithoutSpaces) {
      if (/^\d+$/.test(text) && !hasPath) return false;
      return (
        TLDS.has(ending.text) ||
        SHORT_HOSTS.has(`${text}.${ending.text}`) ||
        (hasPath && WORD_LIKE_TLDS.has(ending.text)) ||
        (ending.text === 'co' && tokens[at + 4]?.text === 'ke')
      );
    }
    return SPACED_TLDS.has(ending.text) && (ending.text !== 'co' || (isDot(tokens[at + 3]) && tokens[at + 4]?.text === 'ke'));
  });
}

/** An IP address: 192.168.0.1. */
function hasIpAddress(plain: string): boolean {
  for (const [, ...parts] of plain.matchAll(/(?<![\d.])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\d.])/g)) {
    if (parts.slice(0, 4).every((part) => Number(part) <= 255)) return true;
  }
  return false;
}
