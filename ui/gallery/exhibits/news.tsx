import { Button } from '@mantine/core';
import { CloudOff, Pencil } from 'lucide-react';
import { FloatingBar } from '../../kit/floating-bar.js';
import { useHint } from '../../kit/hint.js';
import { tell } from '../../kit/states/tell.js';
import { useAction } from '../../kit/states/use-action.js';
import type { Exhibit } from '../exhibit.js';

function Buttons() {
  const { busy, run } = useAction();
  const fail = () => Promise.reject(new Error('the token is of somebody else'));
  const never = () => new Promise(() => undefined);
  return (
    <p>
      <Button onClick={() => tell({ message: 'Copied' })}>Tell</Button>{' '}
      <Button onClick={() => void run(fail, { failed: 'The token was not revoked' })}>Fail</Button>{' '}
      <Button loading={busy} onClick={() => void run(never, { failed: 'It was never sent' })}>
        Wait
      </Button>
    </p>
  );
}

function Hinted() {
  const { hint, hintOf } = useHint('warehouse.analytics.facts.fct_orders');
  return (
    <p>
      <span {...hintOf}>fct_orders</span>
      {hint}
    </p>
  );
}

/** Toasts and bars that appear over a page for a while. */
export const news: Exhibit = {
  name: 'news',
  states: [
    ['Messages after an action', () => <Buttons />],
    ['Tooltip', () => <Hinted />],
    [
      'Bar about this page',
      () => (
        <FloatingBar tone="info" icon={Pencil}>
          lena changed this a minute ago
        </FloatingBar>
      ),
    ],
    [
      'Bar on every page',
      () => (
        <FloatingBar tone="warn" icon={CloudOff}>
          The browser is offline
        </FloatingBar>
      ),
    ],
  ],
};
