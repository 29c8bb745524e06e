import { describe, expect, it } from 'vitest';
import { createContract } from '../contract.js';

const schemasDir = new URL('../schemas', import.meta.url).pathname;
const contract = createContract({ schemasDir });

function problem(key: string, value: unknown, stored?: unknown): string {
  const result = contract.validator(key)(value, stored);
  return result.ok ? 'ok' : (result.errors[0]?.message ?? '');
}

const table = (sourceUrl: string) => ({
  name: 't',
  databaseSchema: 'a.b.c',
  columns: [{ name: 'c', dataType: 'INT' }],
  sourceUrl,
});
const term = (endpoint: string) => ({
  name: 't',
  glossary: 'g',
  description: 'd',
  references: [{ name: 'book', endpoint }],
});

describe('links', () => {
  it.each(['https://example.org/a?b=c:d', 'HTTP://example.org', 'mailto:data@example.org'])('may be %s', (address) => {
    expect(problem('api/data/createTable', table(address))).toBe('ok');
    expect(problem('api/data/createGlossaryTerm', term(address))).toBe('ok');
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java-script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    'javascript:1/alert(1)',
  ])('may not be %s', (address) => {
    expect(problem('api/data/createTable', table(address))).toMatch(
      /^sourceUrl must be an address that begins with http/,
    );
    expect(problem('api/data/createGlossaryTerm', term(address))).toMatch(
      /^references\[0\]\.endpoint must be an address/,
    );
  });

  it.each([' javascript:x', 'java\tscript:x', '\u0001javascript:x', 'java\nscript:x'])(
    'may not hide a scheme from people: %j',
    (deploymentUrl) => {
      const application = { name: 'a', applicationType: 'RAG', deploymentUrl };
      expect(problem('api/ai/createAIApplication', application)).toMatch(/^deploymentUrl must be an address/);
    },
  );

  it('may be paths and hosts where the schema allows any text', () => {
    for (const deploymentUrl of ['/here', 'example.org:8080/x', 'localhost:8080', 'example.org'])
      expect(problem('api/ai/createAIApplication', { name: 'a', applicationType: 'RAG', deploymentUrl })).toBe('ok');
  });

  it('of images may be images', () => {
    const tag = (iconURL: string) => ({ name: 't', classification: 'c', description: 'd', style: { iconURL } });
    expect(problem('api/classification/createTag', tag('data:image/png;base64,AAAA'))).toBe('ok');
    expect(problem('api/classification/createTag', tag('data:text/html,AAAA'))).toContain('style.iconURL');
  });

  it('that are identifiers may be URNs', () => {
    const named = (iri: string) => ({ ...term('https://x.example'), iri });
    expect(problem('api/data/createGlossaryTerm', named('urn:isbn:1'))).toBe('ok');
    expect(problem('api/data/createGlossaryTerm', named('javascript:x'))).toContain('iri must be an identifier');
  });

  it('stay where they are stored already, and are free elsewhere', () => {
    const old = table('ftp://example.org');
    expect(problem('api/data/createTable', old, old)).toBe('ok');
    expect(problem('api/data/createTable', { ...table('https://x.example'), description: 'javascript:x' })).toBe('ok');
    const connection = { config: { type: 'CustomDatabase', connectionOptions: { url: 'jdbc:x' } } };
    expect(
      problem('api/services/createDatabaseService', { name: 's', serviceType: 'CustomDatabase', connection }),
    ).toBe('ok');
  });
});
