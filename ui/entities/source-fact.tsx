import { say } from '../words/define-words.js';
import { typeWords } from '../words/entities/types.js';

interface Sourced {
  sourceUrl?: string;
  serviceType?: string;
}

/** A link to the thing itself, in the system that it lives in. */
export const sourceFact = {
  label: () => say(typeWords)('source'),
  value: (entity: object) => {
    const { sourceUrl, serviceType } = entity as Sourced;
    return sourceUrl && /^https?:/.test(sourceUrl) ? (
      <a href={sourceUrl} rel="noreferrer noopener">
        {say(typeWords)('openSource', { name: serviceType ?? sourceUrl })}
      </a>
    ) : undefined;
  },
};
