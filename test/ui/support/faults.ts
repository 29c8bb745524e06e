// Answers in place of those of the server, and what a person must not see of them.
import type { Page, Request, Route } from 'playwright-core';

export interface Fault {
  status: number;
  /** What the server says; a text is sent as a page of HTML, as proxies do. */
  body?: { errorType: string; message: string } | string;
  headers?: Record<string, string>;
}

export interface Injected {
  /** Times of the requests that met the fault, and of those that passed afterwards. */
  times: number[];
  /** From now on requests reach the server. */
  end(): Promise<void>;
}

/** Answers requests to addresses like `pattern`, those of a method, with a fault; `times`: only the first ones. */
export async function inject(
  page: Page,
  pattern: RegExp,
  { method = 'GET', times = Number.POSITIVE_INFINITY, ...fault }: Fault & { method?: string; times?: number },
): Promise<Injected> {
  const met: number[] = [];
  const matches = (request: Request) => request.method() === method;
  const handle = async (route: Route) => {
    if (!matches(route.request())) return route.fallback();
    met.push(Date.now());
    if (met.length > times) return route.fallback();
    await route.fulfill(answerOf(fault));
  };
  await page.route(pattern, handle);
  return { times: met, end: () => page.unroute(pattern, handle) };
}

function answerOf({ status, body, headers = {} }: Fault) {
  const isPage = typeof body === 'string';
  return {
    status,
    headers: { 'content-type': isPage ? 'text/html' : 'application/json', ...headers },
    body: isPage ? body : JSON.stringify(body ? { code: status, ...body } : {}),
  };
}

/** The page of a proxy whose server does not answer. */
export const PROXY_PAGE = '<html><body><h1>503 Service Temporarily Unavailable</h1>nginx</body></html>';

/** What is on the page and is not for people: JSON, HTML, numbers of errors. */
export async function findCodes(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text
    .split('\n')
    .filter((line) => /[{<]["\w/!]|\b(40[0-9]|41[0-9]|429|50[0-4])\b|undefined|\[object|_[A-Z]{3}/.test(line));
}

/** Messages of the console that are about the injected faults themselves. */
export function besidesFaults(reports: readonly string[]): string[] {
  return reports.filter((line) => !/^error: Failed to load resource/.test(line));
}
