import type { TextKey } from './index.ts'
import { ko } from './ko.ts'

/** Apart from `say`, because it needs every sentence at hand, which the client's first page does without. */
export function isTextKey(candidate: string): candidate is TextKey {
  return Object.hasOwn(ko, candidate)
}
