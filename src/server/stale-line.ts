import { scriptHash } from './headers.ts';

// What stands above a page that is not from now, because none can be made.

/**
 * An old page stays what it is, with its line: links and searches in it load documents, which are new or have a line of their own. If a
 * script of the page goes elsewhere all the same, it has new data (there is no old data), and the line goes away. React leaves in the body
 * what it did not make, so it cannot do any of this.
 */
const SCRIPT = `{const line=document.currentScript.parentNode;for(const [kind,of] of [['click','a[href]'],['submit','form:not([method=post])']])addEventListener(kind,(event)=>{if(event.target instanceof Element&&event.target.closest(of))event.stopImmediatePropagation()},true);for(const name of ['pushState','replaceState']){const go=history[name];history[name]=function(state,title,url){if(url&&new URL(url,location.href).href!==location.href)line.remove();return go.apply(this,arguments)}}}`;
const SCRIPT_HASH = scriptHash(SCRIPT);

/** @param minutes since the page was made */
export function addStaleLine(html: string, minutes: number): string {
  const age = minutes >= 60 ? 'an hour' : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const line = `<p class="offline-banner" role="status">This page is from ${age} ago: Kiddo is having a short break. <a href="">Try again</a><script>${SCRIPT}</script></p>`;
  return html.replace(/<body[^>]*>/, (body) => `${body}${line}`);
}

/** The content security policy of a page with the line: its script may run. */
export function allowStaleScript(policy: string): string {
  return policy.replace("script-src 'self'", (sources) => `${sources} ${SCRIPT_HASH}`);
}
