import puppeteer, { type ElementHandle, type Frame, type Page } from 'puppeteer-core';
import type { EngineBrowser } from './engine-browser.ts';

/** Starts an installed Firefox, which understands WebDriver BiDi by itself. @param program the path of its program */
export async function launchFirefox(program: string): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => consoleLines.push(`error: ${error instanceof Error ? error.message : String(error)}`));
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    consoleLines,
    ...controlPage(page),
    close: () => browser.close(),
  };
}

function controlPage(page: Page): Omit<EngineBrowser, 'name' | 'consoleLines' | 'close'> {
  let frame: Frame = page.mainFrame();
  const withShown = async (xpath: string, act: (element: ElementHandle) => Promise<void>) => {
    const element = await findShown(frame, xpath);
    if (element) await act(element);
    return element !== null;
  };
  return {
    async open(url) {
      frame = page.mainFrame();
      await page.goto(url);
    },
    getUrl: async () => page.url(),
    isShown: (xpath) => withShown(xpath, async () => {}),
    click: (xpath) => withShown(xpath, (element) => element.click()),
    type: (xpath, text) => withShown(xpath, (element) => element.type(text)),
    evaluate: (expression) => frame.evaluate(expression),
    async enterFrame(xpath) {
      const inner = await (await findShown(frame, xpath))?.contentFrame();
      if (inner) frame = inner;
      return inner != null;
    },
    async leaveFrames() {
      frame = page.mainFrame();
    },
    takeScreenshot: () => page.screenshot({ type: 'png' }),
  };
}

async function findShown(frame: Frame, xpath: string): Promise<ElementHandle | null> {
  for (const element of await frame.$$(`::-p-xpath(${xpath})`)) if (await element.isVisible()) return element;
  return null;
}
