/** The pages as a real browser shows them, where Chromium is installed (Debian: `apt-get install chromium`). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isInstalled } from '../command.ts';
import { newFolder } from '../scratch.ts';
import { start } from './running.ts';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find(isInstalled);
const REPORT = new URL('../verify/outputs/verify.html', import.meta.url).href;

interface Message {
  id?: number;
  method?: string;
  params: { entry?: { text: string }; name?: string };
  result: { result?: { value?: unknown } };
}

/** What the page itself cannot say of its layout. */
const LAYOUT = `JSON.stringify({
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: window.innerWidth,
  family: getComputedStyle(document.body).fontFamily,
  loaded: performance.getEntriesByType('resource').length,
  heading: document.querySelector('h1').textContent,
})`;

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  let server: Awaited<ReturnType<typeof start>>;
  let browser: ReturnType<typeof spawn>;
  let port: string;

  beforeAll(async () => {
    server = await start();
    const folder = await newFolder();
    const profile = `--user-data-dir=${folder}`;
    // Without its sandbox: tests run as root in containers.
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', profile];
    const env = { ...process.env, TMPDIR: folder };
    browser = spawn(CHROMIUM ?? '', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface({ input: browser.stderr as NodeJS.ReadableStream })) {
      const found = /ws:\/\/[\d.]+:(\d+)\//.exec(line);
      if (found?.[1] !== undefined) {
        port = found[1];
        break;
      }
    }
    browser.stderr?.resume();
  });

  afterAll(async () => {
    const ended = once(browser, 'close');
    browser.kill();
    await ended;
    await server.close();
  });

  /** Opens a page in a window of `width` pixels. */
  async function open(path: string, width: number) {
    const made = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    const events: Message[] = [];
    socket.addEventListener('message', ({ data }) => events.push(JSON.parse(String(data)) as Message));
    await new Promise((opened) => socket.addEventListener('open', opened));
    const told = (is: (event: Message) => boolean) =>
      vi.waitUntil(() => events.find(is), { timeout: 30_000, interval: 5 });
    const send = async (id: number, method: string, params: object = {}) => {
      socket.send(JSON.stringify({ id, method, params }));
      return told((event) => event.id === id);
    };
    await send(1, 'Log.enable');
    await send(2, 'Page.enable');
    const screen = { width, height: 800, deviceScaleFactor: 1, mobile: width < 600 };
    await send(3, 'Emulation.setDeviceMetricsOverride', screen);
    await send(4, 'Page.navigate', { url: new URL(path, server.url).href });
    await told(({ method }) => method === 'Page.loadEventFired');
    const { result } = await send(5, 'Runtime.evaluate', { expression: LAYOUT });
    const complaints = events.flatMap(({ method, params }) =>
      method === 'Log.entryAdded' ? [params.entry?.text ?? ''] : [],
    );
    socket.close();
    const layout = JSON.parse(String(result.result?.value)) as Record<string, unknown>;
    return { ...layout, complaints: complaints.filter((text) => !text.includes('404')) };
  }

  describe.each([390, 1280])('at %i pixels', (width) => {
    it.each([
      ['/', 'hivecheck'],
      ['/about', 'About hivecheck'],
      ['/problems/rate-limited', 'Too many requests'],
      ['/problems/nothing', 'No such problem'],
      // As the command has printed it; its list has a script in it.
      [REPORT, 'Registry and MDM settings: what to do'],
    ])('%s fits, has its style, loads nothing and breaks no policy', async (path, heading) => {
      expect(await open(path, width)).toEqual({
        wide: 0,
        width,
        family: 'system-ui, sans-serif',
        loaded: 0,
        heading,
        complaints: [],
      });
    });
  });
});
