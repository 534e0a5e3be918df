// What keeps a game's code inside: a content security policy covers neither WebRTC nor hints such as preconnect. See
// docs/decisions/057-what-games-and-strangers-cannot-reach.md for what each part does, and what it cannot.

/** Browser interfaces that open connections which no policy covers, or that old browsers do not hold to it. */
const CONNECTIONS = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'mozRTCPeerConnection',
  'RTCDataChannel',
  'RTCIceTransport',
  'RTCSctpTransport',
  'WebTransport',
  'TCPSocket',
  'UDPSocket',
];

/** The kinds of <link> that a game may have. All others, such as preconnect, may reach hosts that no policy stops. */
const LINKS = [
  'stylesheet',
  'alternate',
  'icon',
  'shortcut',
  'apple-touch-icon',
  'mask-icon',
  'manifest',
  'preload',
  'modulepreload',
  'author',
  'license',
  'canonical',
];

/**
 * Takes those interfaces away from the window that runs it, before the game's own code does. It begins every script of a game: so it also
 * runs first in a window that a game makes for itself.
 */
export const LOCKDOWN = `(()=>{const d=Object.getOwnPropertyDescriptor(globalThis,"RTCPeerConnection");if(d&&!d.configurable)return;for(const n of ${JSON.stringify(CONNECTIONS)})Object.defineProperty(globalThis,n,{value:void 0,writable:false,enumerable:false,configurable:false})})();`;

/**
 * The first script of each page of a game: it allows no frames with content of their own and no hints to other hosts, whichever way a game
 * makes them. The functions that it uses are taken before a game could change them. A page has more doors than one script can watch, so
 * nothing else may rely on it.
 */
export const GUARD = `(()=>{
if(!Object.getOwnPropertyDescriptor(Node.prototype,"appendChild").configurable)return;
const links=${JSON.stringify(Object.fromEntries(LINKS.map((rel) => [rel, 1])))};
Object.setPrototypeOf(links,null);
const {apply}=Reflect,{getOwnPropertyDescriptor:facts,defineProperty:define}=Object;
const uncurry=(f)=>Function.prototype.call.bind(f);
const getter=(type,name)=>uncurry(facts(type.prototype,name).get);
const lower=uncurry(String.prototype.toLowerCase),has=uncurry(String.prototype.includes),last=uncurry(String.prototype.lastIndexOf);
const at=uncurry(String.prototype.charAt);
const nodeType=getter(Node,"nodeType"),localName=getter(Element,"localName");
const attrName=getter(Attr,"localName"),attrValue=getter(Attr,"value"),length=getter(NodeList,"length");
const getAttribute=uncurry(Element.prototype.getAttribute),removeAttribute=uncurry(Element.prototype.removeAttribute);
const inElement=uncurry(Element.prototype.querySelectorAll),inFragment=uncurry(DocumentFragment.prototype.querySelectorAll);
const inDocument=uncurry(Document.prototype.querySelectorAll);
const isOpen=(rel)=>{
  let word="";
  const text=lower(rel)+" ";
  for(let i=0;i<text.length;i++){
    const c=at(text,i);
    if(c!==" "&&c!=="\\t"&&c!=="\\n"&&c!=="\\f"&&c!=="\\r"){word+=c;continue}
    if(word!==""&&links[word]!==1)return false;
    word="";
  }
  return true;
};
const isRefused=(name,value)=>name==="srcdoc"||(name==="rel"&&!isOpen(value));
const disarmElement=(element)=>{
  const name=lower(localName(element));
  if(name==="iframe")removeAttribute(element,"srcdoc");
  if(name==="link"&&!isOpen(getAttribute(element,"rel")??""))removeAttribute(element,"rel");
};
const disarm=(node)=>{
  if(typeof node!=="object"||node===null)return;
  let type;
  try{type=nodeType(node)}catch{return}
  if(type!==1&&type!==9&&type!==11)return;
  if(type===1)disarmElement(node);
  const found=(type===1?inElement:type===9?inDocument:inFragment)(node,"iframe,link");
  for(let i=0;i<length(found);i++)disarmElement(found[i]);
};
const checked=(markup)=>{
  const text=lower(markup);
  if(has(text,"<iframe")||has(text,"<link"))throw new TypeError("A game may not make frames and links by markup.");
  return markup;
};
const wrap=(type,name,before,after)=>{
  const it=type&&facts(type.prototype??type,name);
  if(!it)return;
  const on=type.prototype??type;
  if(it.set)define(on,name,{...it,configurable:false,set(value){const given=[value];if(before&&before(this,given)===false)return;apply(it.set,this,given)},get:it.get&&(after?function(){const r=apply(it.get,this,[]);after(r);return r}:it.get)});
  else if(it.get)define(on,name,{...it,configurable:false,get(){const r=apply(it.get,this,[]);if(after)after(r);return r}});
  else define(on,name,{...it,configurable:false,writable:false,value(...given){if(before&&before(this,given)===false)return;const r=apply(it.value,this,given);if(after)after(r);return r}});
};
const wrapAll=(types,names,before,after)=>{for(const type of types)for(const name of names)wrap(type,name,before,after)};
const own=(name)=>globalThis[name];
const nodes=(_,given)=>{for(let i=0;i<given.length;i++)disarm(given[i])};
wrapAll([Node],["appendChild","insertBefore","replaceChild"],nodes);
wrapAll([Element,Document,DocumentFragment],["append","prepend","replaceChildren","moveBefore"],nodes);
wrapAll([Element,CharacterData,DocumentType],["before","after","replaceWith"],nodes);
wrapAll([Element],["insertAdjacentElement"],nodes);
wrapAll([Range],["insertNode","surroundContents"],nodes);
wrapAll([Document],["body"],nodes);
wrapAll([own("HTMLTableElement")],["caption","tHead","tFoot"],nodes);
wrapAll([own("HTMLSelectElement"),own("HTMLOptionsCollection")],["add"],nodes);
wrapAll([own("DOMParser")],["parseFromString"],null,disarm);
wrapAll([Range],["createContextualFragment"],null,disarm);
wrapAll([own("XMLHttpRequest")],["response","responseXML"],null,disarm);
wrapAll([own("XSLTProcessor")],["transformToFragment","transformToDocument"],null,disarm);
const markup=(place)=>(_,given)=>{given[place]=given[place]===null?"":checked(\`\${given[place]}\`)};
wrapAll([Element,own("ShadowRoot")],["innerHTML","outerHTML","setHTMLUnsafe"],markup(0));
wrapAll([Element],["insertAdjacentHTML"],markup(1));
wrapAll([Document],["write","writeln"],(_,given)=>{
  let text="";
  for(let i=0;i<given.length;i++)text+=\`\${given[i]}\`;
  checked(text);
  if(last(text,"<")>last(text,">"))throw new TypeError("A game may write whole tags only.");
  given.length=1;
  given[0]=text;
});
wrapAll([Document],["execCommand"],()=>false);
define(Document,"parseHTMLUnsafe",{value:void 0,writable:false,configurable:false});
const attribute=(place)=>(element,given)=>{
  const name=given[place]=\`\${given[place]}\`,value=given[place+1]=\`\${given[place+1]}\`;
  const of=lower(localName(element)),plain=lower(name);
  if(of==="iframe"&&plain==="srcdoc")return false;
  if(of==="link"&&plain==="rel"&&!isOpen(value))return false;
};
wrapAll([Element],["setAttribute"],attribute(0));
wrapAll([Element],["setAttributeNS"],attribute(1));
wrapAll([Element],["toggleAttribute"],(element,given)=>{given[0]=\`\${given[0]}\`;if(lower(given[0])==="srcdoc")return false});
const attributeNode=(_,given)=>{if(isRefused(lower(attrName(given[0])),attrValue(given[0])))return false};
wrapAll([Element],["setAttributeNode","setAttributeNodeNS"],attributeNode);
wrapAll([NamedNodeMap],["setNamedItem","setNamedItemNS"],attributeNode);
const attributeValue=(node,given)=>{
  if(nodeType(node)!==2)return;
  given[0]=\`\${given[0]}\`;
  if(isRefused(lower(attrName(node)),given[0]))return false;
};
wrapAll([Attr],["value"],attributeValue);
wrapAll([Node],["nodeValue","textContent"],attributeValue);
wrapAll([HTMLIFrameElement],["srcdoc"],()=>false);
wrapAll([HTMLLinkElement],["rel"],(_,given)=>{given[0]=\`\${given[0]}\`;if(!isOpen(given[0]))return false});
define(HTMLLinkElement.prototype,"relList",{value:void 0,writable:false,configurable:false});
const watch=uncurry(MutationObserver.prototype.observe);
const observer=new MutationObserver((records)=>{
  for(const {type,target,addedNodes} of records){
    if(type==="attributes")disarmElement(target);
    else for(let i=0;i<length(addedNodes);i++)disarm(addedNodes[i]);
  }
});
watch(observer,document,{childList:true,subtree:true,attributes:true,attributeFilter:["srcdoc","rel"]});
})();`;

const SCRIPT_TYPE = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** The types of scripts that are code. */
export const CODE_TYPE = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i;
const LINK = /<link\b[^>]*>?/gi;
const PLAIN_LINK = /^<link(?:(?:\s+|(?<=["']))[\w-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))?)*\s*\/?>$/i;
const REL = /[\s"']rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/gi;
const FRAME = /<(iframe|frame|object|embed|fencedframe|portal)\b/i;
const LINK_OR_FRAME = /<(?=(link|iframe)\b)/i;
/** A doctype at the beginning of a page; comments before it have no tags in them. */
const DOCTYPE = /^(?:\s|<!--[^<>]*-->)*<!doctype[^>]*>/i;
/** A script that is strict. Each part of it can be read in one way only, so that no script takes long. */
export const STRICT = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(['"])use strict\1/;

/** A page of a game as it is served, and its inline scripts: only these may run. */
export type ContainedPage = { html: string; scripts: string[] };

/** A script in a page, with the markup before it and its two tags. */
type PageScript = { before: string; tag: string; code: string; end: string };

/** A script with what has to run before it. It stays on the same line, so that errors name the right one. */
export function containScript(code: string): string {
  return `${STRICT.test(code) ? '"use strict";' : ''}${LOCKDOWN}${code}`;
}

/**
 * A page of a game with the guard as its first script, each inline script locked down, and without frames and links that could reach other
 * hosts. Whatever is not recognized as a script has no entry in `scripts`, and so does not run.
 */
export function containPage(html: string): ContainedPage {
  const guard = LOCKDOWN + GUARD;
  const named = [guard];
  const doctype = DOCTYPE.exec(html)?.[0] ?? '';
  const { scripts, rest } = splitAtScripts(html.slice(doctype.length));
  let body = '';
  for (const { before, tag, code, end } of scripts) {
    const { text, isNamed } = containElement(tag, code);
    if (isNamed) named.push(text);
    body += leaveOut(before) + leaveOut(tag) + text + end;
  }
  return { html: `${doctype}<script>${guard}</script>${body}${leaveOut(rest)}`, scripts: named };
}

/** What stands in a script of a page as it is served, and whether it may run. */
function containElement(tag: string, code: string): { text: string; isNamed: boolean } {
  // A browser may see markup here, such as after `<!-- <script> -->`. With a blank nothing is a tag, and a comparison stays what it is.
  const text = code.replaceAll(new RegExp(LINK_OR_FRAME, 'gi'), '< ');
  if (/\ssrc\s*=/i.test(tag)) return { text, isNamed: false };
  const [, first, second, third] = SCRIPT_TYPE.exec(tag) ?? [];
  const type = (first ?? second ?? third ?? '').trim();
  if (CODE_TYPE.test(type)) return { text: containScript(text), isNamed: true };
  return { text, isNamed: type.toLowerCase() === 'importmap' && isJson(text) };
}

/** Markup without frames and links that could reach other hosts. */
function leaveOut(markup: string): string {
  return markup
    .replace(LINK, (link) => (isPlainLink(link) ? link : link.replace(/^<link/i, '<link-left-out')))
    .replace(/<iframe\b/gi, '<iframe-left-out');
}

/** Splits a page into its scripts and the rest, in one pass: a script that does not end is the last thing that is looked for. */
function splitAtScripts(html: string): { scripts: PageScript[]; rest: string } {
  const [starts, ends] = [/<script\b/gi, /<\/script\s*>/gi];
  const scripts: PageScript[] = [];
  let at = 0;
  for (let start = starts.exec(html); start !== null; start = starts.exec(html)) {
    ends.lastIndex = html.indexOf('>', starts.lastIndex) + 1;
    const codeAt = ends.lastIndex;
    const end = codeAt === 0 ? null : ends.exec(html);
    if (end === null) break;
    scripts.push({
      before: html.slice(at, start.index),
      tag: html.slice(start.index, codeAt),
      code: html.slice(codeAt, end.index),
      end: end[0],
    });
    at = starts.lastIndex = ends.lastIndex;
  }
  return { scripts, rest: html.slice(at) };
}

/** Markup without its comments, in one pass. */
function removeComments(markup: string): string {
  let kept = '';
  let at = 0;
  for (let start = markup.indexOf('<!--'); start !== -1; start = markup.indexOf('<!--', at)) {
    const end = markup.indexOf('-->', start + 4);
    if (end === -1) break;
    kept += markup.slice(at, start);
    at = end + 3;
  }
  return kept + markup.slice(at);
}

/** Data is no code, even if it is taken for it. */
function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function isPlainLink(link: string): boolean {
  if (!PLAIN_LINK.test(link)) return false;
  const rels = [...link.matchAll(REL)].map(([, first, second, third]) => first ?? second ?? third ?? '');
  const words = (rels[0] ?? '').toLowerCase().split(/\s+/);
  return rels.length === 1 && words.every((word) => LINKS.includes(word));
}

/**
 * Why a file of a game may not be imported: it tries what a game cannot do here, and would not work. Null if nothing is found, which is no
 * proof: names can be put together at run time.
 */
export function findContainmentFault(name: string, text: string): string | null {
  const connection = CONNECTIONS.find((each) => new RegExp(`\\b${each}\\b`).test(text));
  if (connection !== undefined) return `${name} uses ${connection}: a game may not open connections of its own`;
  if (!name.toLowerCase().endsWith('.html')) return null;
  const { scripts, rest } = splitAtScripts(text);
  const tag = scripts.map(({ code }) => LINK_OR_FRAME.exec(code)?.[1]).find((each) => each !== undefined);
  if (tag !== undefined) return `${name} has <${tag} in a script: move the script into a file of its own`;
  const markup = removeComments(scripts.map((script) => script.before + script.tag + script.end).join('') + rest);
  const frame = FRAME.exec(markup)?.[1];
  if (frame !== undefined) return `${name} has <${frame}>: a game is one page without frames in it`;
  const link = [...markup.matchAll(LINK)].find(([each]) => !isPlainLink(each))?.[0];
  if (link !== undefined)
    return `${name} has ${link.slice(0, 100)}: a game may not look up or connect to other hosts; of links it may have ${LINKS.slice(0, 3).join(', ')} and the like`;
  const attribute = /<[a-z][^<>]*\s(on[a-z]+)\s*=/i.exec(markup)?.[1];
  if (attribute !== undefined) return `${name} has code in ${attribute}=: put it into a script, where it may run`;
  if (/=\s*(?:["']\s*)?javascript:/i.test(markup)) return `${name} has a javascript: address: put the code into a script, where it may run`;
  return null;
}
