import { atom } from 'jotai'
import { isEditable } from '#client/platform/browser/keyboard.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

const STORAGE_KEY = 'keys_without_question_mark'

export const isShortcutsDialogOpenAtom = atom(false)

const isOffAtom = atom(readStored(STORAGE_KEY) === 'true')

/**
 * Whether "?" opens the dialog, for all later tabs. It is a character key, so the user can switch it off
 * (WCAG 2.2, 2.1.4).
 */
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

/** Ctrl+/ or ⌘+/ anywhere, "?" outside of text fields. */
export function isShortcutsDialogKey(event: Key, byQuestionMark: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.code === 'Slash' && !event.shiftKey
  return byQuestionMark && event.key === '?' && !isEditable(event.target)
}
