// A few lines over fetch for tests that speak to a running server as any client would.

/** Calls to `url` (with `/api`) in the name of the token; a status outside 2xx throws with the answer's text. */
export function apiOf(url, token) {
  const call = async (method, path, body) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    get: (path) => call('GET', path),
    put: (path, body) => call('PUT', path, body),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
    /** All pages of a collection; `query` without `limit` and `after`. */
    all: async (path, query = {}) => {
      const found = [];
      let after;
      do {
        const search = new URLSearchParams({ limit: '25', ...query, ...(after ? { after } : {}) });
        const page = await call('GET', `${path}?${search}`);
        found.push(...page.data);
        after = page.paging.after;
      } while (after);
      return found;
    },
  };
}
