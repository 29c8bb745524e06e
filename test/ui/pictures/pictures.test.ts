// Pages as they were when somebody last looked at all of them, in both themes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '../support/stage.js';
import { compare, findLeftOver, whyNot } from './album.js';
import { EXHIBITS, nameOfExhibit, SCENES } from './scenes.js';
import { openStudio, type Studio } from './studio.js';

describe.skipIf(program === undefined)('pictures', () => {
  let studio: Studio;
  let reason: string | undefined;
  beforeAll(async () => {
    studio = await openStudio();
    reason = whyNot(studio.browser.version());
    if (reason) console.log(`pictures skipped: ${reason}`);
  });
  afterAll(() => studio?.close());

  it.for(SCENES)('$name', async (scene, { skip }) => {
    skip(reason !== undefined, reason);
    const page = await studio.show(scene);
    const differences = [await compare(page, scene.name, 'light'), await compare(page, scene.name, 'dark')];
    expect(differences.filter((one) => one !== undefined)).toEqual([]);
  });
});

it('every picture is of something that is still looked at', () => {
  expect(findLeftOver([...SCENES.map(({ name }) => name), ...EXHIBITS.map(nameOfExhibit)])).toEqual([]);
});
