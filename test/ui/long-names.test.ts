// Names, descriptions and lists of owners and tags as long as they may be: every page keeps them within the room that it has.
import { expect, it } from 'vitest';
import { findOverrun } from './support/room.js';
import { inBrowser } from './support/stage.js';

/** One word of so many characters. */
const word = (length: number, of: string) => `${of}_`.repeat(length).slice(0, length);
const text = (length: number) => 'what somebody wrote who explains everything '.repeat(length).slice(0, length).trim();

interface Made {
  id: string;
  name: string;
  fullyQualifiedName: string;
}

inBrowser('long names', (use) => {
  it('stay within the page', { timeout: 300_000 }, async () => {
    const put = async (path: string, body: object): Promise<Made> => {
      const answer = await use().api('PUT', `/v1/${path}`, body);
      expect(answer.status, `${path}: ${await answer.clone().text()}`).toBeLessThan(300);
      return answer.json();
    };
    const service = await put('services/databaseServices', { name: word(120, 'service'), serviceType: 'Mysql' });
    const database = await put('databases', { name: word(120, 'database'), service: service.fullyQualifiedName });
    const schema = await put('databaseSchemas', { name: word(120, 'schema'), database: database.fullyQualifiedName });
    const { name: classification } = await put('classifications', { name: word(60, 'kind'), description: text(300) });
    const tags: Made[] = [];
    const owners: Made[] = [];
    for (let i = 0; i < 8; i++) {
      tags.push(await put('tags', { name: `${word(60, 'tag')}${i}`, classification, description: text(200) }));
      const name = `${word(50, 'person')}${i}`;
      owners.push(
        await put('users', { name, email: `${name}@a-long-domain.example`, displayName: word(50, 'Person') }),
      );
    }
    const team = await put('teams', {
      name: word(100, 'team'),
      teamType: 'Group',
      displayName: text(100),
      users: owners.map(({ id }) => id),
    });
    const domain = await put('domains', { name: word(60, 'domain'), domainType: 'Aggregate', description: text(400) });
    const glossary = await put('glossaries', { name: word(100, 'glossary'), description: text(300) });
    const term = await put('glossaryTerms', {
      name: word(100, 'term'),
      glossary: glossary.name,
      description: text(300),
      synonyms: Array.from({ length: 15 }, (_, i) => `${word(40, 'synonym')}${i}`),
    });
    const labels = tags.map(({ fullyQualifiedName }) => ({ tagFQN: fullyQualifiedName, source: 'Classification' }));
    const about = { owners: owners.map(({ id }) => ({ id, type: 'user' })), domains: [domain.fullyQualifiedName] };
    const table = await put('tables', {
      ...about,
      name: word(200, 'table'),
      displayName: text(180),
      databaseSchema: schema.fullyQualifiedName,
      description: `${text(400)}\n\n| a | b |\n| - | - |\n| ${word(300, 'cell')} | ${word(300, 'cell')} |\n\n\`\`\`\n${word(300, 'code')}\n\`\`\``,
      tags: [...labels, { tagFQN: term.fullyQualifiedName, source: 'Glossary' }],
      columns: [
        {
          name: word(120, 'column'),
          dataType: 'STRUCT',
          dataTypeDisplay: `struct<${word(250, 'field:string,')}>`,
          description: text(300),
          tags: labels,
          children: [{ name: word(120, 'child'), dataType: 'INT' }],
        },
      ],
    });
    const test = await put('dataQuality/testCases', {
      owners: about.owners,
      name: word(120, 'test'),
      displayName: text(100),
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
      testDefinition: 'tableRowCountToEqual',
      parameterValues: [{ name: 'value', value: '1' }],
    });
    await put('queries', {
      name: word(100, 'query'),
      query: `SELECT ${word(500, 'a,')}`,
      service: service.fullyQualifiedName,
      queryUsedIn: [{ id: table.id, type: 'table' }],
    });
    const at = (type: string, fqn: string) => `/${type}/${encodeURIComponent(fqn)}`;
    const pages = [
      at('table', table.fullyQualifiedName),
      `${at('table', table.fullyQualifiedName)}/table_queries`,
      `${at('table', table.fullyQualifiedName)}/profiler/data-quality`,
      at('databaseSchema', schema.fullyQualifiedName),
      at('service/databaseServices', service.fullyQualifiedName),
      at('test-case', test.fullyQualifiedName),
      at('tags', classification),
      at('glossary', term.fullyQualifiedName),
      at('domain', domain.fullyQualifiedName),
      at('settings/members/teams', team.fullyQualifiedName),
      `${at('settings/members/teams', team.fullyQualifiedName)}/users`,
      at('users', `${word(50, 'person')}0`),
      `/explore?search=${word(200, 'table')}`,
      '/explore/tables',
      '/data-quality/test-cases',
      '/settings/services',
    ];
    const { page, reports, open, close } = await use().visit('/my-data');
    for (const path of pages) {
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findOverrun(page), `${path} in a window of ${width} pixels`).toEqual([]);
      }
    }
    expect(reports).toEqual([]);
    await close();
  });
});
