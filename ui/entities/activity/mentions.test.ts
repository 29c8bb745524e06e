import { describe, expect, it } from 'vitest';
import { mentionAt, mentionOf, toMarkdown, toMessage, toTyped } from './mentions.js';

describe('mentions', () => {
  const lena = '<#E::user::lena|@Lena Novak>';

  it('become links to pages', () => {
    expect(toMarkdown(`Ask ${lena} or <#E::team::Data (EU)>`)).toBe(
      'Ask [@Lena Novak](/users/lena) or [@Data (EU)](/settings/members/teams/Data%20%28EU%29)',
    );
  });
  it('cannot end the link early', () => {
    expect(toMarkdown('<#E::user::a)b|x](javascript:alert%281%29)>')).toBe(
      '[x\\](javascript:alert%281%29)](/users/a%29b)',
    );
  });
  it('are typed as names and sent as they were', () => {
    const message = `Thanks ${lena}, see <#E::user::tom>`;
    const typed = toTyped(message);
    expect(typed.text).toBe('Thanks @Lena Novak, see @tom');
    expect(toMessage(typed)).toBe('Thanks <#E::user::lena|@Lena Novak>, see <#E::user::tom>');
  });
  it('tell names apart that begin alike', () => {
    const mentions = new Map([
      mentionOf({ type: 'user', fqn: 'tom', name: 'Tom' }) ?? ['', ''],
      mentionOf({ type: 'user', fqn: 'tb', name: 'Tom Baker' }) ?? ['', ''],
    ]);
    expect(toMessage({ text: '@Tom Baker and @Tom, not @Tommy', mentions })).toBe(
      '<#E::user::tb|@Tom Baker> and <#E::user::tom|@Tom>, not @Tommy',
    );
  });
  it('are noticed while they are typed', () => {
    expect(mentionAt('Hello @le', 9)).toEqual({ from: 6, text: 'le' });
    expect(mentionAt('mail a@b', 8)).toBeNull();
    expect(mentionAt('@', 1)).toEqual({ from: 0, text: '' });
  });
});
