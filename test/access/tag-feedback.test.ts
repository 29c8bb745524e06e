// Feedback about a tag tells about a table: only those who may see this table see it, and samples only those who may see its data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const TAG = '/v1/tags/name/Found.Personal';
const secret = { tagFQN: 'Found.Secret', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };

forEachSeededStore('feedback about a tag', (use) => {
  let people: People;
  let seen: Body;
  let hidden: Body;
  let who: Person;

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Found', description: 'By recognizers' });
    for (const name of ['Personal', 'Secret'])
      await people.make('/v1/tags', { name, classification: 'Found', description: name });
    seen = await people.table();
    hidden = await people.table({ name: 'nobodys_business', tags: [secret] });
    who = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Found.Secret')" },
      { effect: 'deny', operations: ['ViewSampleData'], resources: ['table'] },
    ]);
  });
  afterAll(() => people.app.close());

  const linkTo = (fqn: string) => `<#E::table::${fqn}::columns::email>`;
  const report = (table: string, more: object = {}) => ({
    entityLink: linkTo(table),
    tagFQN: 'Found.Personal',
    feedbackType: 'FALSE_POSITIVE',
    ...more,
  });
  const give = async (send: Person['send'], body: object): Promise<Body> => {
    const answer = await send('POST', `${TAG}/feedback`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  /** What the lists show; both show the same. */
  const lists = async (send: Person['send']): Promise<Body[]> => {
    const [ofTag, pending] = [await send('GET', `${TAG}/feedback`), await send('GET', '/v1/tags/feedback/pending')];
    expect([ofTag.status, pending.status]).toEqual([200, 200]);
    expect(pending.body).toEqual(ofTag.body);
    return ofTag.body;
  };
  const one = (list: Body[], { id }: Body) => list.find((feedback) => feedback.id === id);

  it('is shown with what it is about, and its samples with the data', async () => {
    const comment = { userComments: 'an internal number', sampleValues: ['ann@example.com'] };
    const open = await give(people.send, report(seen.fullyQualifiedName, comment));
    const closed = await give(people.send, report(hidden.fullyQualifiedName, comment));
    const gone = await give(people.send, report('no.such.table.here', comment));
    const all = await lists(people.send);
    for (const feedback of [open, closed, gone]) expect(one(all, feedback)).toEqual(feedback);
    expect(closed.sampleValues).toEqual(['ann@example.com']);

    const shown = await lists(who.send);
    const { sampleValues: _, ...withoutSamples } = open;
    expect(one(shown, open)).toEqual(withoutSamples);
    expect([one(shown, closed), one(shown, gone)]).toEqual([undefined, undefined]);
    const get = (id: string) => who.send('GET', `/v1/tags/feedback/${id}`);
    expect((await get(open.id)).body).toEqual(withoutSamples);
    const answers = await Promise.all([closed.id, gone.id, people.world.unique('none')].map(get));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('is shown to its author as given, which tells nothing', async () => {
    const bodies = [hidden.fullyQualifiedName, 'no.such.table.either'].map((fqn) =>
      report(fqn, { sampleValues: ['mine'] }),
    );
    for (const body of bodies) {
      const feedback = await give(who.send, body);
      expect(feedback).toMatchObject({ ...body, createdBy: { id: who.id } });
      expect(one(await lists(who.send), feedback)).toEqual(feedback);
    }
  });

  it('names its author as the author is now, to those who may see people', async () => {
    const author = await people.person([]);
    const feedback = await give(author.send, report(seen.fullyQualifiedName));
    await people.send('PATCH', `/v1/users/${author.id}`, [{ op: 'add', path: '/displayName', value: 'Ann Other' }]);
    expect(one(await lists(people.send), feedback)?.createdBy).toMatchObject({ displayName: 'Ann Other' });
    const stranger = await people.person([{ effect: 'deny', operations: ['ViewBasic'], resources: ['user'] }]);
    const { createdBy: _, ...nameless } = feedback;
    expect(one(await lists(stranger.send), feedback)).toEqual(nameless);
  });

  it('is decided by nobody who gives it', async () => {
    const resolution = { action: 'NO_ACTION_NEEDED', resolvedBy: { id: who.id, type: 'user', name: 'admin' } };
    const feedback = await give(who.send, report(seen.fullyQualifiedName, { status: 'APPLIED', resolution }));
    expect(feedback.status).toBe('PENDING');
    expect(feedback).not.toHaveProperty('resolution');
  });

  it('must not be long, and of much only the newest is listed', async () => {
    const long = report(seen.fullyQualifiedName, { sampleValues: Array(100).fill('x'.repeat(1000)) });
    expect((await who.send('POST', `${TAG}/feedback`, long)).status).toBe(413);
    for (let n = 0; n < 205; n++) await give(who.send, report(seen.fullyQualifiedName, { userComments: `${n}` }));
    expect((await lists(who.send)).map(({ userComments }) => userComments)).toContain('204');
    expect((await lists(who.send)).length).toBe(200);
  });
});
