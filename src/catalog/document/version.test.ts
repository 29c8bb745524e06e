import { describe, expect, it } from 'vitest';
import { firstVersion, nextVersion, parseVersion, versionNumber, worseKind } from './version.js';

describe('versions', () => {
  it('count in tenths without rounding errors', () => {
    let version = firstVersion;
    for (let i = 0; i < 1000; i++) version = nextVersion(version, 'minor');
    expect(versionNumber(version)).toBe(100.1);
    expect(versionNumber(nextVersion(firstVersion, 'major'))).toBe(1.1);
    expect(nextVersion(firstVersion, 'none')).toBe(firstVersion);
  });

  it.each([
    ['0.1', 1],
    ['1.0', 10],
    ['1', 10],
    ['12.3', 123],
    ['', null],
    ['0.10', null],
    ['.1', null],
    ['-1', null],
    ['1e1', null],
    ['0.1 ', null],
    ['9999999999', null],
  ])('%j reads as %j tenths', (text, tenths) => expect(parseVersion(text)).toBe(tenths));

  it('combine two change kinds to the worse one', () => {
    expect(worseKind('none', 'minor')).toBe('minor');
    expect(worseKind('major', 'minor')).toBe('major');
    expect(worseKind('none', 'none')).toBe('none');
  });
});
