import { describe, expect, it } from 'vitest';
import { addressOf, readEntityAddress, segmentsOf } from './addresses.js';

const TABS = ['schema', 'activity_feed', 'lineage', 'profiler'];
const NAMES = [
  'a.b.c',
  'a/b',
  'a%b',
  'a%2Fb',
  'a%252Fb',
  '"a.b".c',
  "it's",
  'a b',
  'ü.日本',
  'a?b#c',
  'a+b&c=d',
  'a\\b',
  '%',
  'a;b,c:d@e!$',
  '[x]{y}|^`',
  '😀',
  'a//b',
  'x/lineage',
];

/** What a browser makes of an address: it normalizes what is not encoded. */
const throughBrowser = (address: string) => new URL(address, 'http://cairn.test').pathname;

describe('addresses', () => {
  it.each(NAMES)('%s survives the address bar', (name) => {
    for (const tab of [undefined, 'lineage']) {
      const address = throughBrowser(addressOf('table', name, ...(tab ? [tab] : [])));
      const [type, ...rest] = segmentsOf(address);
      expect(type).toBe('table');
      expect(readEntityAddress(rest, TABS)).toMatchObject({ fqn: name, tab });
      expect(throughBrowser(address)).toBe(address);
    }
  });

  it('finds the tab where a proxy decoded the slashes of a name', () => {
    expect(readEntityAddress(['a', 'b', 'lineage'], TABS)).toMatchObject({ fqn: 'a/b', tab: 'lineage' });
    expect(readEntityAddress(['a', 'b', 'activity_feed', 'tasks'], TABS)).toMatchObject({
      fqn: 'a/b',
      tab: 'activity_feed',
      sub: 'tasks',
    });
    expect(readEntityAddress(['a', 'b', 'c'], TABS)).toMatchObject({ fqn: 'a/b/c', tab: undefined });
  });

  it('opens the first tab for an unknown one', () => {
    expect(readEntityAddress(['a', 'nonsense'], TABS)).toMatchObject({ fqn: 'a', tab: undefined });
  });

  it('reads versions', () => {
    expect(readEntityAddress(['a', 'versions', '0.2'], TABS)).toMatchObject({
      fqn: 'a',
      version: '0.2',
      tab: undefined,
    });
    expect(readEntityAddress(['a', 'versions', '0.2', 'lineage'], TABS)).toMatchObject({
      version: '0.2',
      tab: 'lineage',
    });
    expect(readEntityAddress(['versions'], TABS)).toMatchObject({ fqn: 'versions', version: undefined });
  });

  it('keeps what is encoded wrongly as it is', () => {
    expect(segmentsOf('/table/100%/x')).toEqual(['table', '100%', 'x']);
  });

  it('leads to services by their category', () => {
    expect(addressOf('databaseService', 'a')).toBe('/service/databaseServices/a');
    expect(addressOf('team', 'a b')).toBe('/settings/members/teams/a%20b');
  });
});
