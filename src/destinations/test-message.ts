/** The message that the test of a destination sends. Pure. */
import { type Message, paragraph, plain } from '../mail/index.js';
import type { Surroundings } from './destination-kind.js';

export function testText({ product }: Surroundings): string {
  return `This is a test message from ${product}. The destination can be used in alerts.`;
}

export function testMessage(surroundings: Surroundings): Message {
  return {
    subject: `Test message from ${surroundings.product}`,
    blocks: [paragraph(plain(testText(surroundings)))],
  };
}
