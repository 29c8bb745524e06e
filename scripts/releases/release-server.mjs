// A server of the build at hand on a given data folder, asked as an administrator.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { capture, freePort, root, stopChild, waitUntil } from '../run.mjs';

/** `{ send(method, path, body?, token?), token(user), stop() }`; `send` resolves to `{ status, json }`. */
export async function startRelease({ data, databaseUrl = '' }) {
  const port = await freePort();
  const env = {
    ...process.env,
    CAIRN_DATA: data,
    CAIRN_PORT: String(port),
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_PUBLIC_URL: 'http://catalog.example',
  };
  const program = join(root, 'bin/cairn.js');
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const address = `http://127.0.0.1:${port}`;
  await waitUntil(
    () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'cairn serve',
  );
  const token = (user) => {
    const { code, output } = capture(process.execPath, [program, 'token', '--user', user], { env });
    if (code !== 0) throw new Error(output);
    return output.trim().split(/\s+/).at(-1);
  };
  const admin = token('admin');
  return {
    token,
    stop: () => stopChild(child),
    async send(method, path, body, as = admin) {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${as}`,
          'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, json: text ? JSON.parse(text) : null };
    },
  };
}
