// One visit to a page, in a browser as slow as the design says: what the person waits for, and what keeps the page from answering.
import { setTimeout } from 'node:timers/promises';

/** CPU slowed 4 times, 10 Mbit/s, 40 ms. */
const CPU = 4;
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1.25e6, uploadThroughput: 1.25e6 };

/** A page of a new tab of the context; `slowed`: as the design says, else as fast as this machine is. */
export async function openTab(context, { slowed = true } = {}) {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const protocol = await context.newCDPSession(page);
  if (slowed) {
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', NETWORK);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  }
  return { page, protocol };
}

/**
 * Opens an address: milliseconds until an element that `at` selects and whose text matches `text` is drawn, of the largest paint and of
 * blocking, and how much moved. The page watches for the element itself: a locator would compile 300 KB in it meanwhile.
 */
export async function visit(page, path, { at, text = /./ }) {
  await page.addInitScript(watchFor, { at, text: text.source });
  await page.goto(path, { waitUntil: 'commit' });
  const useful = await page.evaluate(() => globalThis.useful);
  await page.waitForLoadState('networkidle');
  await setTimeout(300);
  return { useful, ...(await page.evaluate(() => globalThis.watched)) };
}

/** Milliseconds from a click on a link or button until an element as in `visit` is drawn. */
export function timeOfClick(page, target, seen) {
  return timeFrom('click', page, () => target.click(), seen);
}

/** Milliseconds from the input of a text until an element as in `visit` is drawn. */
export function timeOfInput(page, field, text, seen) {
  return timeFrom('input', page, () => field.fill(text), seen);
}

/** The page tells the times itself: who waits from outside looks every 100 ms only. */
async function timeFrom(event, page, act, { at, text = /./ }) {
  await page.evaluate(watchFor, { at, text: text.source });
  await page.evaluate((type) => {
    addEventListener(type, ({ timeStamp }) => Object.assign(globalThis, { began: timeStamp }), {
      capture: true,
      once: true,
    });
  }, event);
  await act();
  return page.evaluate(async () => (await globalThis.useful) - globalThis.began);
}

/** Milliseconds of an action, until what it leads to shows. */
export async function timeOf(action) {
  const began = performance.now();
  await action();
  return performance.now() - began;
}

/** Scrolls by the wheel for two seconds: pictures in a second, as long as the browser could have drawn 60. */
export async function scrollRate(page, box) {
  const { x, y, width, height } = await box.boundingBox();
  await page.mouse.move(x + width / 2, y + Math.min(height, 600) / 2);
  const counting = page.evaluate(
    () =>
      new Promise((done) => {
        const began = performance.now();
        let frames = 0;
        const count = (now) => {
          frames += 1;
          if (now - began < 2000) requestAnimationFrame(count);
          else done((frames * 1000) / (now - began));
        };
        requestAnimationFrame(count);
      }),
  );
  for (let i = 0; i < 60; i++) {
    await page.mouse.wheel(0, 800);
    await setTimeout(25);
  }
  return counting;
}

/** Megabytes that are in use after a collection. */
export async function heapOf(protocol) {
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

/** Runs in the page: `useful` is the time of the frame in which the element is drawn. */
function watchFor({ at, text }) {
  const pattern = new RegExp(text);
  const isThere = () => [...document.querySelectorAll(at)].some(({ textContent }) => pattern.test(textContent));
  globalThis.useful = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Runs in the page before all else. */
function watch() {
  const watched = { largest: 0, blocked: 0, moved: 0, slowest: 0 };
  globalThis.watched = watched;
  const see = (type, each, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
  see('largest-contentful-paint', ({ startTime }) => {
    watched.largest = startTime;
  });
  see('longtask', ({ duration }) => {
    watched.blocked += duration - 50;
  });
  see('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) watched.moved += value;
  });
  see(
    'event',
    ({ duration, interactionId }) => {
      if (interactionId) watched.slowest = Math.max(watched.slowest, duration);
    },
    { durationThreshold: 16 },
  );
}
