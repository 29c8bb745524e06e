import type { ReactNode } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Cards } from '../../../kit/lists/cards.js';
import { PageHead } from '../../../kit/page-head.js';
import { plainText } from '../../../kit/texts/markdown.js';

interface Entry {
  fqn: string;
  name: string;
  about: string | undefined;
  /** What is in it, in words. */
  counts?: string | undefined;
}

interface Props {
  title: string;
  /** The button that adds one. */
  add: ReactNode;
  type: string;
  cards: readonly Entry[];
  /** In place of cards. */
  empty: ReactNode;
}

/** The page before one of them is chosen. */
export function Overview({ title, add, type, cards, empty }: Props) {
  return (
    <>
      <PageHead title={title} action={add} />
      {cards.length === 0 ? (
        empty
      ) : (
        <Cards
          cards={cards.map(({ fqn, name, about, counts }) => ({
            to: addressOf(type, fqn),
            name,
            icon: <TypeIcon type={type} />,
            about: plainText(about ?? ''),
            note: counts,
          }))}
        />
      )}
    </>
  );
}
