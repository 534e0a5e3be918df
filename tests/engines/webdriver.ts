// The few commands of WebDriver (https://www.w3.org/TR/webdriver2/) that the journey needs, sent to a driver on this machine.

/** The key of an element's id in what a driver answers, as the standard defines it. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type ElementReference = { [ELEMENT]: string };

/** A session of a driver: one browser with one tab. */
export type WebDriverSession = {
  /** Name and version of the browser. */
  browserName: string;
  browserVersion: string;
  /** Sends a command about the session. @throws when the driver refuses it: the error's name, and what it says */
  send<Value>(method: 'GET' | 'POST' | 'DELETE', command: string, body?: object): Promise<Value>;
  findElements(xpath: string): Promise<string[]>;
  /** What frames are entered by. */
  refer(element: string): ElementReference;
};

/** Starts a browser. @param driver the driver's address @param options of the browser, by capability */
export async function openSession(driver: string, options: object): Promise<WebDriverSession> {
  const capabilities = { alwaysMatch: options };
  const started = await send<{ sessionId: string; capabilities: { browserName: string; browserVersion: string } }>(
    'POST',
    `${driver}/session`,
    { capabilities },
  );
  const address = `${driver}/session/${started.sessionId}`;
  const refer = (element: string): ElementReference => ({ [ELEMENT]: element });
  return {
    browserName: started.capabilities.browserName,
    browserVersion: started.capabilities.browserVersion,
    send: (method, command, body) => send(method, address + command, body),
    findElements: async (xpath) => {
      const found = await send<ElementReference[]>('POST', `${address}/elements`, { using: 'xpath', value: xpath });
      return found.map((reference) => reference[ELEMENT]);
    },
    refer,
  };
}

async function send<Value>(method: 'GET' | 'POST' | 'DELETE', url: string, body: object = {}): Promise<Value> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error} ${message}`.trim());
}
