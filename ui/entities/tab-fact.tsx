import { addressOf } from '../data/addresses/addresses.js';
import { Link } from '../kit/link.js';
import type { Fact } from './entity-page.js';

/** A fact that leads to a tab which is shown only at its own address. */
export function tabFact(type: string, tab: string, label: () => string, text: () => string): Fact {
  return {
    label,
    value: ({ fullyQualifiedName }) => <Link to={addressOf(type, fullyQualifiedName, tab)}>{text()}</Link>,
  };
}
