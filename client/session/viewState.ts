import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'
import { createBeforeUnloadStore, tabStorage } from '#client/platform/browser/storage.ts'

/**
 * UI state of one tab. A value belongs to the user who changed it and is reset when somebody else signs in. Values changed by a visitor
 * pass to the next user who signs in.
 */

/** Keys in the tab's storage of texts that the user writes. They survive a reload. */
const TEXT_KEYS = [
  'answers',
  'carried_text',
  'long_text',
  'notice_draft',
  'opinion',
  'report_outcomes',
  'unsentComments',
] as const

/** Keys in the tab's storage of all values that survive a reload. */
const PERSISTED_KEYS = [...TEXT_KEYS, 'hubList', 'invitation', 'wanted'] as const

export type TextKey = (typeof TEXT_KEYS)[number]
type PersistedKey = (typeof PERSISTED_KEYS)[number]

const isTextKey = (key: PersistedKey) => TEXT_KEYS.some(textKey => textKey === key)

/** Texts that do not survive a reload, because the tab's storage is missing or full. */
const memoryTexts = createBeforeUnloadStore<string>()

/** In the tab's storage: the number of the user to whom each value belongs; 0 or missing for a visitor's. */
const OWNERS_KEY = 'kept_for'
type Owners = Partial<Record<PersistedKey, number>>

const VISITOR = 0
/** The owner of values that change now. */
let currentUserNo = VISITOR

interface OwnedState {
  ownerNo: number
  reset: () => void
}

const states: OwnedState[] = []

/** An atom for view state, such as the filter of a list. Signing out resets it to its initial value. */
export function viewStateAtom<State>(initial: State): PrimitiveAtom<State> {
  const state = atom(initial)
  registerState(state, initial, VISITOR)
  return state
}

/** Like `viewStateAtom`; the value survives a reload of the tab. */
export function persistedViewStateAtom<State extends object>(
  initial: State,
  key: PersistedKey,
): PrimitiveAtom<State> {
  const store = getDefaultStore()
  const state = atom(initial)
  const stored = parseObject(tabStorage.getItem(key))
  if (stored !== null) store.set(state, { ...initial, ...stored })
  registerState(state, initial, storedOwners()[key] ?? VISITOR)
  store.sub(state, () => {
    const json = JSON.stringify(store.get(state))
    if (json === JSON.stringify(initial)) removeFromTab(key)
    else storeInTab(key, json)
  })
  return state
}

function registerState<State>(state: PrimitiveAtom<State>, initial: State, ownerNo: number): void {
  const store = getDefaultStore()
  const entry = { ownerNo, reset: () => store.set(state, initial) }
  states.push(entry)
  store.sub(state, () => {
    entry.ownerNo = currentUserNo
  })
}

/** Stores a value that belongs to the current user. */
function storeInTab(key: PersistedKey, value: string): void {
  const isStored = tabStorage.setItem(key, value)
  if (isStored || !isTextKey(key)) memoryTexts.drop(key)
  else memoryTexts.put(key, value)
  storeOwners({ ...storedOwners(), [key]: currentUserNo })
}

/** The value of a screen that may not have been opened since the page load; null if there is none. */
export function readPersistedTexts(key: TextKey): object | null {
  return parseObject(memoryTexts.get(key) ?? tabStorage.getItem(key))
}

function removeFromTab(key: string): void {
  tabStorage.removeItem(key)
  memoryTexts.drop(key)
}

/** Whether the value belongs to a visitor. A member's value is hidden until it is known who is signed in. */
export function belongsToVisitor(key: PersistedKey): boolean {
  return (storedOwners()[key] ?? VISITOR) === VISITOR
}

/** Resets all view state, as signing out does (section 4 of the specification). */
export function resetViewStates(): void {
  for (const { reset } of states) reset()
  // Values of screens that have not been opened since the page load are in the storage only.
  for (const key of [...PERSISTED_KEYS, OWNERS_KEY]) removeFromTab(key)
}

/**
 * Gives the view state to the user who has signed in: keeps their own values and a visitor's, and resets those of another user whose
 * session ended without a sign-out.
 */
export function assignViewStates(userNo: number): void {
  const owners = storedOwners()
  currentUserNo = userNo
  const isOtherUsers = (ownerNo = VISITOR) => ownerNo !== VISITOR && ownerNo !== userNo
  for (const state of states) {
    if (isOtherUsers(state.ownerNo)) state.reset()
    state.ownerNo = userNo
  }
  for (const key of PERSISTED_KEYS) if (isOtherUsers(owners[key])) removeFromTab(key)
  storeOwners(Object.fromEntries(PERSISTED_KEYS.map(key => [key, userNo])))
}

/** Values that change from now on belong to a visitor. */
export function assignViewStatesToVisitor(): void {
  currentUserNo = VISITOR
}

function storedOwners(): Owners {
  return parseObject(tabStorage.getItem(OWNERS_KEY)) ?? {}
}

/** Null if nothing is stored, or if it is not a value of ours. */
function parseObject(stored: string | null): object | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function storeOwners(owners: Owners): void {
  tabStorage.setItem(OWNERS_KEY, JSON.stringify(owners))
}

const RETURN_URL_KEY = 'wanted'

/** Saves, for this tab, the address that a visitor must sign in for, or at which the session ended. */
export function saveReturnUrl(address: string): void {
  storeInTab(RETURN_URL_KEY, address)
}

/** Returns the saved address and removes it; null if there is none. */
export function consumeReturnUrl(): string | null {
  const address = tabStorage.getItem(RETURN_URL_KEY)
  tabStorage.removeItem(RETURN_URL_KEY)
  return address
}
