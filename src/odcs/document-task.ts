import type { Standards } from '../../contract/index.js';
import type { DocumentAnswer, DocumentTask } from './document-reader.js';
import { normalizeDocument, OdcsError } from './normalize.js';
import { readYaml, YamlError } from './read-yaml.js';

/** The response of the thread that reads documents. */
export function answerTask({ text, format, isOdcs }: DocumentTask, standards: Standards): DocumentAnswer {
  try {
    const given: unknown = format === 'yaml' ? readYaml(text) : JSON.parse(text);
    return { json: JSON.stringify(isOdcs ? normalizeDocument(given, standards) : (given ?? null)) };
  } catch (error) {
    if (error instanceof YamlError) return { refused: 'yaml', message: error.message };
    if (error instanceof OdcsError) return { refused: 'odcs', message: error.message };
    // Any other error means an invalid document as well, such as one that is nested too deeply for the check.
    return { refused: isOdcs ? 'odcs' : 'yaml', message: String(error).slice(0, 200) };
  }
}
