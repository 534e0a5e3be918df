import { SaxesParser } from 'saxes';

/** Elements by name, with their text. */
type Elements = Record<string, string>;

/** The elements of an RSS channel and of its items. @throws an Error for XML that is not well-formed */
export function parseRss(xml: string): { channel: Elements; items: Elements[] } {
  const channel: Elements = {};
  const items: Elements[] = [];
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name }) => {
    if (name === 'item') items.push({});
    open.push(name);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string) => {
    const [parent, name = ''] = open.slice(-2);
    const elements = parent === 'item' ? items.at(-1) : parent === 'channel' ? channel : undefined;
    if (elements && name !== 'item') elements[name] = (elements[name] ?? '') + text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return { channel, items };
}
