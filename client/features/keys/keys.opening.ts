import { atom } from 'jotai'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { isTypedIn } from '#client/platform/browser/typedIn.ts'

const STORAGE_KEY = 'keys_without_question_mark'

/** Whether the list of keys is open. */
export const keysListOpenAtom = atom(false)

const isOffAtom = atom(readStored(STORAGE_KEY) === 'true')

/** Whether a question mark opens it, for all tabs to come: a key that is a letter, so it can be switched off (WCAG 2.2, 2.1.4). */
export const opensByQuestionMarkAtom = atom(
  get => !get(isOffAtom),
  (_get, set, opens: boolean) => {
    set(isOffAtom, !opens)
    writeStored(STORAGE_KEY, opens ? null : 'true')
  },
)

type Key = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'isComposing'
  | 'defaultPrevented'
  | 'target'
>

/** Ctrl+/ anywhere, ⌘+/ on a Mac; a question mark where nothing is typed. */
export function asksForKeys(event: Key, byQuestionMark: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.code === 'Slash' && !event.shiftKey
  return byQuestionMark && event.key === '?' && !isTypedIn(event.target)
}
