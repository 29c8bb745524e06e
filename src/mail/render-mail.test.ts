import { expect, test } from 'vitest';
import { bold, linked, type Message, paragraph, plain } from './message.js';
import { renderMail } from './render-mail.js';

const EVIL = `<script>alert("x")</script> & 'y'`;

test('what people wrote cannot become HTML, in any block', () => {
  const message: Message = {
    subject: EVIL,
    blocks: [
      { kind: 'heading', text: EVIL },
      paragraph(plain(EVIL), bold(EVIL), linked(EVIL, 'https://example.com/"><script>')),
      { kind: 'list', items: [[plain(EVIL)]] },
      { kind: 'quote', content: [plain(EVIL)] },
      { kind: 'code', text: EVIL },
      { kind: 'grid', header: [EVIL], rows: [[EVIL]] },
      { kind: 'button', text: EVIL, href: 'javascript:alert(1)' },
      { kind: 'divider' },
    ],
  };
  const { html, text } = renderMail(message, EVIL);
  expect(html).not.toMatch(/<script/i);
  expect(html).not.toMatch(/javascript:/);
  expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;');
  expect(text).toContain(EVIL);
  expect(text).not.toMatch(/javascript:/);
});

test('both parts say the same', () => {
  const message: Message = {
    subject: 'Test failed',
    blocks: [
      paragraph(plain('The test '), bold('not_null'), plain(' failed.')),
      { kind: 'list', items: [[plain('one')], [plain('two')]] },
      { kind: 'grid', header: ['id', 'name'], rows: [['1', 'x']] },
      { kind: 'quote', content: [plain('a\nb')] },
      { kind: 'button', text: 'Open', href: 'https://cairn.test/table/a?b=1&c=2' },
    ],
  };
  const { subject, html, text } = renderMail(message, 'Sent by Cairn.');
  expect(subject).toBe('Test failed');
  expect(text).toBe(
    'The test not_null failed.\n\n- one\n- two\n\nid | name\n1 | x\n\n> a\n> b\n\nOpen: https://cairn.test/table/a?b=1&c=2\n\n-- \nSent by Cairn.\n',
  );
  expect(html).toContain('<p>The test <b>not_null</b> failed.</p>');
  expect(html).toContain('href="https://cairn.test/table/a?b=1&amp;c=2"');
  expect(html).toContain('<blockquote');
});
