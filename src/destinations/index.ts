/** The kinds of destinations: what each needs in its config, and how its messages are sent. */
export { createDestinations, type DestinationOptions, type Destinations } from './create-destinations.js';
export type { Attempt, Destination, DestinationTarget, OutgoingMessage, TestMessage } from './destination.js';
export type { Described, Describer, EventToDescribe, Mailer, Surroundings } from './destination-kind.js';
export { isHeaderValue, readHttpConfig } from './http-config.js';
export { DESTINATION_KINDS } from './kinds.js';
export { timeoutsOf } from './timeouts.js';
