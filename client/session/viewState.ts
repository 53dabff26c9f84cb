import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'
import { createHeldByPage } from '#client/platform/browser/beforeUnloadStore.ts'
import { tabStorage } from '#client/platform/browser/storage.ts'

/**
 * What somebody has under way in a tab. It is theirs from when they change it, and nobody else's who signs in there later; what a
 * visitor has changed becomes that of whoever signs in next.
 */

/** What outlives a reload of its tab, by its name in the tab's storage. */
const KEPT = [
  'answers',
  'carried_text',
  'hubList',
  'invitation',
  'long_text',
  'notice_draft',
  'opinion',
  'report_outcomes',
  'unsentComments',
  'wanted',
] as const

type KeptKey = (typeof KEPT)[number]

/** Those of them in which something is written. */
const WRITTEN: ReadonlySet<string> = new Set([
  'answers',
  'carried_text',
  'long_text',
  'notice_draft',
  'opinion',
  'report_outcomes',
  'unsentComments',
])

/** What is written and would not outlive a reload: the tab's storage is missing or full. */
const unkept = createHeldByPage<string>()

/** In the tab's storage: the number of the member whose each of them is; of none where it is a visitor's. */
const OWNERS_KEY = 'kept_for'
type Owners = Partial<Record<KeptKey, number>>

const VISITOR = 0
/** Whose what is changed now becomes. */
let presentNo = VISITOR

interface Held {
  ownerNo: number
  reset: () => void
}

const all: Held[] = []

/** An atom of view state, such as a list's page, that signing out puts back to its initial value. */
export function viewStateAtom<State>(initial: State): PrimitiveAtom<State> {
  const state = atom(initial)
  hold(state, initial, VISITOR)
  return state
}

/** The same, and it outlives a reload of its tab. */
export function keptViewStateAtom<State extends object>(initial: State, key: KeptKey): PrimitiveAtom<State> {
  const store = getDefaultStore()
  const state = atom(initial)
  const kept = parsed(tabStorage.getItem(key))
  if (kept !== null) store.set(state, { ...initial, ...kept })
  hold(state, initial, owners()[key] ?? VISITOR)
  store.sub(state, () => {
    const now = JSON.stringify(store.get(state))
    if (now === JSON.stringify(initial)) dropFromTab(key)
    else keepInTab(key, now)
  })
  return state
}

function hold<State>(state: PrimitiveAtom<State>, initial: State, ownerNo: number): void {
  const store = getDefaultStore()
  const held = { ownerNo, reset: () => store.set(state, initial) }
  all.push(held)
  store.sub(state, () => {
    held.ownerNo = presentNo
  })
}

/** It is of whoever is signed in now. */
export function keepInTab(key: KeptKey, value: string): void {
  const isKept = tabStorage.setItem(key, value)
  if (isKept || !WRITTEN.has(key)) unkept.drop(key)
  else unkept.put(key, value)
  noteOwners({ ...owners(), [key]: presentNo })
}

function dropFromTab(key: string): void {
  tabStorage.removeItem(key)
  unkept.drop(key)
}

/** Whether it is of no member: what one of them has left is to be shown to nobody before it is known who is there. */
export function isVisitors(key: KeptKey): boolean {
  return (owners()[key] ?? VISITOR) === VISITOR
}

/** Puts every list's view state back, as signing out does (section 4 of the specification). */
export function resetViewStates(): void {
  for (const { reset } of all) reset()
  // Those of screens that were not opened since the page was loaded stand in the storage alone.
  for (const key of [...KEPT, OWNERS_KEY]) dropFromTab(key)
}

/**
 * Whoever is signed in from now on goes on with what they had here, and with what a visitor began; what somebody else had, whose
 * session ended without their signing out, goes.
 */
export function keepViewStatesFor(userNo: number): void {
  const known = owners()
  presentNo = userNo
  const isAnothers = (ownerNo = VISITOR) => ownerNo !== VISITOR && ownerNo !== userNo
  for (const held of all) {
    if (isAnothers(held.ownerNo)) held.reset()
    held.ownerNo = userNo
  }
  for (const key of KEPT) if (isAnothers(known[key])) dropFromTab(key)
  noteOwners(Object.fromEntries(KEPT.map(key => [key, userNo])))
}

/** What is changed from now on is a visitor's. */
export function keepViewStatesForVisitor(): void {
  presentNo = VISITOR
}

function owners(): Owners {
  return parsed(tabStorage.getItem(OWNERS_KEY)) ?? {}
}

/** Null for what is not there, and for what nobody of ours has written. */
function parsed(stored: string | null): object | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function noteOwners(known: Owners): void {
  tabStorage.setItem(OWNERS_KEY, JSON.stringify(known))
}
