/** The documents that routes of contracts accept besides JSON. */
import type { RouteDocument } from '../../../catalog/index.js';
import { CONTRACT } from '../contract-names.js';

export const YAML = ['application/yaml', 'text/yaml', 'application/x-yaml'] as const;
export const YAML_OR_JSON = ['application/json', ...YAML] as const;

const toView: RouteDocument['authorize'] = ({ catalog, actor }) =>
  catalog.authorizer.possible(actor, 'ViewBasic', CONTRACT);

export const DOCUMENT_TO_VIEW = {
  yaml: { as: 'yaml', authorize: toView },
  odcs: { as: 'odcs', authorize: toView },
} as const satisfies Record<string, RouteDocument>;

/** A document that becomes a contract or, with `put`, changes one. */
export function documentToWrite(as: RouteDocument['as'], put: boolean): RouteDocument {
  return {
    as,
    authorize({ catalog: { authorizer }, actor }) {
      if (put && authorizer.filter(actor, 'Create', CONTRACT).kind === 'none')
        authorizer.possible(actor, 'EditAll', CONTRACT);
      else authorizer.possible(actor, 'Create', CONTRACT);
    },
  };
}
