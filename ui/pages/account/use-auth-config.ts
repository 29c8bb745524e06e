import { getAuthConfiguration } from 'cairn/client';
import { useOperation } from '../../data/use-operation.js';

/** What the configuration allows before anybody is signed in. */
export function useAuthConfig(): { signUp: boolean } {
  const answer = useOperation(getAuthConfiguration, undefined, { staleTime: 60_000 });
  const signUp = answer.data?.value.enableSelfSignup === true;
  return { signUp };
}
