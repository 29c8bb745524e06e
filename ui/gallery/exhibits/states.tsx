import { Button } from '@mantine/core';
import { useState } from 'react';
import { loadPart } from '../../kit/states/lost-part.js';
import { Restored } from '../../kit/states/restored.js';
import { Async, Empty, Failed, HomeLinks, Loading, LoadingLine } from '../../kit/states/states.js';
import type { Exhibit } from '../exhibit.js';
import { clientError } from './errors.js';

const nothing = () => undefined;
const add = (
  <Button size="xs" onClick={nothing}>
    Add a term
  </Button>
);

const refused = clientError(403, "Principal: CatalogPrincipal{name='lena'} operations [EditDescription] not allowed");

/** What a page shows while it waits and where nothing is. */
export const states: Exhibit = {
  name: 'states',
  states: [
    ['What was typed earlier', () => <Restored when startOver={nothing} />],
    ['Loading', () => <Loading rows={3} />],
    ['Loading, in a line', () => <LoadingLine />],
    [
      'Empty, with an action',
      () => (
        <Empty title="No terms yet" action={add}>
          Terms say what the words of your organization mean.
        </Empty>
      ),
    ],
    ['Empty, a part of a page', () => <Empty small title="No owners" />],
    [
      'Empty, with links to other pages',
      () => <Empty title="There is no page at this address" action={<HomeLinks />} />,
    ],
    [
      'Loaded',
      () => <Async of={{ data: { value: 3 }, error: null, refetch: nothing }}>{(n) => <p>{n} tables</p>}</Async>,
    ],
    ['Not loaded yet', () => <Async of={{ data: undefined, error: null, refetch: nothing }}>{() => null}</Async>],
  ],
};

const lost = () => loadPart<object>(() => Promise.reject(new Error('offline')));

function Lost() {
  const [Part, setPart] = useState<Awaited<ReturnType<typeof lost>>>();
  if (!Part) void lost().then((part) => setPart(() => part));
  return Part ? <Part /> : null;
}

/** What a page shows of an error. */
export const failures: Exhibit = {
  name: 'failures',
  states: [
    ['Not found', () => <Failed error={clientError(404, 'table for "a.b" not found')} />],
    ['Not allowed', () => <Failed error={refused} />],
    [
      'An error of the server',
      () => <Failed error={clientError(500, 'an unexpected error happened')} retry={nothing} />,
    ],
    [
      'Busy, a part of a page',
      () => <Failed small error={clientError(503, 'the server is busy', 7200)} retry={nothing} />,
    ],
    ['Not reached, a part of a page', () => <Failed small error={clientError(0, '')} retry={nothing} />],
    ['A part whose file cannot be loaded', () => <Lost />],
  ],
};
