import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader, type DocumentTask, TooManyDocuments } from './document-reader.js';
import { OdcsError } from './normalize.js';
import { MOST_YAML, YamlError } from './read-yaml.js';

const TIME_LIMIT = 800;
const reader = createDocumentReader({
  program: new URL('../../dist/document-reader.js', import.meta.url),
  timeLimit: TIME_LIMIT,
});
afterAll(() => reader.close());

const yaml = (text: string): DocumentTask => ({ text, format: 'yaml', isOdcs: false });
const odcs = (document: object): DocumentTask => ({ text: JSON.stringify(document), format: 'json', isOdcs: true });
const standard = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'a', version: '1', status: 'active' };

/** Documents that take 2 to 300 seconds where nothing ends it, or stand for gigabytes. */
const slow: Record<string, DocumentTask> = {
  'brackets without an end': yaml('] '.repeat(240_000)),
  'aliases of everything': yaml(Array.from({ length: 20_000 }, (_, i) => `- &a${i} x\n- *a${i}\n`).join('')),
  'quotes without an end': yaml('"'.repeat(490_000)),
  'a list on one line': yaml(`[${'[],'.repeat(160_000)}]`),
  'one long text, many times': yaml(`a: &a ${'x'.repeat(200_000)}\nb: [${'*a,'.repeat(90)}]`),
  'a contract without objects': odcs({ ...standard, schema: Array.from({ length: 200_000 }, () => 1) }),
  'a contract of wrong names': odcs({
    ...standard,
    schema: [{ name: 't', properties: Array.from({ length: 30_000 }, (_, name) => ({ name })) }],
  }),
};

describe('documents of clients', () => {
  it.each(Object.entries(slow))('hold nobody up: %s', async (_name, task) => {
    expect(task.text.length).toBeLessThan(MOST_YAML);
    let longest = 0;
    const started = performance.now();
    const read = reader.read(task, 'a').catch((error: unknown) => error);
    let result: unknown;
    void read.then((value) => {
      result = value;
    });
    while (result === undefined) {
      const before = performance.now();
      await pause(5);
      longest = Math.max(longest, performance.now() - before);
    }
    expect(result).toBeInstanceOf(task.isOdcs ? OdcsError : YamlError);
    expect(longest).toBeLessThan(1000);
    expect(performance.now() - started).toBeLessThan(20 * TIME_LIMIT);
  });

  it('are read by the next thread after one was ended', async () => {
    expect(await reader.read(yaml('a: [1, x]'), 'a')).toBe('{"a":[1,"x"]}');
    expect(JSON.parse(await reader.read(odcs({ ...standard, extra: 1 }), 'a'))).toMatchObject({
      customProperties: [{ property: 'extra', value: 1 }],
    });
  });

  it('take turns: many of one caller neither crowd out another, nor wait without limit', async () => {
    const order: string[] = [];
    const read = (caller: string) =>
      reader.read(yaml('a: 1'), caller).then(
        () => order.push(caller),
        (error: unknown) => order.push(error instanceof TooManyDocuments ? 'refused' : String(error)),
      );
    await Promise.all([...Array.from({ length: 20 }, () => read('many')), read('one')]);
    expect(order.filter((one) => one === 'refused').length).toBeGreaterThan(5);
    const answered = order.filter((one) => one !== 'refused');
    expect(answered.indexOf('one')).toBeLessThan(4);
    expect(answered.filter((one) => one === 'many').length).toBeGreaterThan(5);
  });

  it('have all their time, however long the thread needs before', async () => {
    const preparing =
      "port.on('message', () => setTimeout(() => { port.postMessage('reading'); port.postMessage({ json: '1' }); }, 500))";
    const slowly = createDocumentReader({
      program: programOf(`${preparing}; port.postMessage('ready')`),
      timeLimit: 300,
    });
    expect(await slowly.read(yaml('a: 1'), 'a')).toBe('1');
    await slowly.close();
  });

  it('fail with a thread that ends before it can read', async () => {
    const broken = createDocumentReader({ program: programOf('process.exit(3)') });
    await expect(broken.read(yaml('a: 1'), 'a')).rejects.toThrow('ended with 3');
    await expect(broken.read(yaml('a: 1'), 'a')).rejects.toThrow('ended with 3');
    await broken.close();
  });

  it('are read by a new thread when one ended while it had nothing to do', async () => {
    const answering =
      "port.on('message', () => { port.postMessage({ json: '1' }); setTimeout(() => process.exit(), 10); })";
    const passing = createDocumentReader({ program: programOf(`${answering}; port.postMessage('ready')`) });
    expect(await passing.read(yaml('a: 1'), 'a')).toBe('1');
    await pause(300);
    expect(await passing.read(yaml('a: 1'), 'a')).toBe('1');
    await passing.close();
  });
});

function programOf(text: string): URL {
  const start = "import { parentPort as port } from 'node:worker_threads';";
  return new URL(`data:text/javascript,${encodeURIComponent(`${start} ${text}`)}`);
}
