import { pythonEnvironment } from './python-environment.mjs';

const VERSION = '4.32.5';

/** The environment with schemathesis, as of `pythonEnvironment`. */
export const schemathesis = () => pythonEnvironment(`schemathesis-${VERSION}`, [`schemathesis==${VERSION}`]);
