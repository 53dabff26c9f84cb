import { hashKey, type QueryKey } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { silenceDevice, silenceOthers } from '#client/platform/browser/push.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import {
  type Auth,
  authAtom,
  authStatusAtom,
  mayBeRemembered,
  noteRememberMe,
} from '#client/session/session.ts'
import { heldSinceAtom } from './held.ts'
import { isFetchedAnew, isKept, type KeptAnswer } from './kept.rules.ts'
import { eraseKept, makePlaceFor, readAnswer, readKept, thinOut, writeKept } from './kept.store.ts'

/**
 * What the server said is kept on a device that stays signed in, so that its screens open without a line, and nowhere else; it is
 * of one person alone, and erased as soon as that ends. Where the browser keeps nothing, nothing breaks.
 */

/** How long, in milliseconds, changes are gathered before they are written. */
const GATHERED_MS = 1_000

const store = getDefaultStore()
/** Of whom answers are kept; 0 while of nobody. */
let keptFor = 0
/** And of which life of the stored data. */
let keptIn = ''
let changed = new Map<string, KeptAnswer>()
let gone = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
/** One piece of work after the other, so that nothing is written after it was erased. */
let work: Promise<unknown> = Promise.resolve()

function afterwards<Result>(next: () => Promise<Result>): Promise<Result | null> {
  const done = work.then(next).catch(() => null)
  work = done
  return done
}

/** Follows who is signed in, and what is answered to them. To be called once. */
export function followKeeping(): void {
  queryClient.getQueryCache().subscribe(event => {
    const { query } = event
    if (keptFor === 0 || store.get(heldSinceAtom) !== null || !isKept(query.queryKey)) return
    if (event.type === 'removed' && !isFetchedAnew(query.queryKey)) forget(query.queryHash)
    if (event.type !== 'updated') return
    if (event.action.type === 'error' && isNoMore(event.action.error)) forget(query.queryHash)
    if (event.action.type === 'failed' && isUnreached(event.action.error)) void lendKept(query.queryKey)
    if (event.action.type !== 'success') return
    gone.delete(query.queryHash)
    const { data, dataUpdatedAt } = query.state
    changed.set(query.queryHash, { queryKey: query.queryKey, data, updatedAt: dataUpdatedAt })
    gather()
  })
  document.addEventListener('visibilitychange', () => document.hidden && write())
  store.sub(authAtom, follow)
  store.sub(authStatusAtom, follow)
  // What could not be erased is erased now.
  onStoreRecovered(follow)
  follow()
}

function forget(hash: string): void {
  changed.delete(hash)
  gone.add(hash)
  gather()
}

function gather(): void {
  timer ??= setTimeout(write, GATHERED_MS)
}

const isNoMore = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'notFound' || error.code === 'forbidden')

const isUnreached = (error: unknown) => error instanceof CallFailed && error.code === 'offline'

/** For a screen that has nothing to show while the server cannot be reached: puts what is kept where it looks for it. */
export function lendKept(queryKey: QueryKey): Promise<unknown> {
  const userNo = keptFor
  const isMissing = () => queryClient.getQueryData(queryKey) === undefined
  return afterwards(async () => {
    if (userNo === 0 || !isMissing()) return
    const answer = await readAnswer(userNo, hashKey(queryKey))
    if (answer && keptFor === userNo && isMissing())
      queryClient.setQueryData(queryKey, answer.data, { updatedAt: answer.updatedAt })
  })
}

function follow(): void {
  const status = store.get(authStatusAtom)
  const person = store.get(authAtom)
  const { stays: rememberMe } = person
  if (status === 'signedIn' && rememberMe) {
    begin(person)
    return
  }
  if (status !== 'checking') store.set(heldSinceAtom, null)
  end()
  if (status === 'signedIn') noteRememberMe(false)
  // While nobody has answered it is still theirs.
  if (status === 'signedIn' || (status === 'signedOut' && !mayBeRemembered())) void erase()
}

function begin({ userNo, epoch }: Auth): void {
  if (keptFor === userNo && keptIn === epoch) return
  end()
  keptFor = userNo
  keptIn = epoch
  void afterwards(async () => {
    await silenceOthers(userNo)
    await makePlaceFor({ userNo, epoch })
  })
  // What came before is kept, too.
  for (const { queryKey, queryHash, state } of queryClient.getQueryCache().findAll())
    if (isKept(queryKey) && state.data !== undefined)
      changed.set(queryHash, { queryKey, data: state.data, updatedAt: state.dataUpdatedAt })
  if (store.get(heldSinceAtom) === null) gather()
}

function end(): void {
  clearTimeout(timer)
  timer = undefined
  keptFor = 0
  changed = new Map()
  gone = new Set()
}

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const person = store.get(authAtom)
  if (keptFor === 0 || keptFor !== person.userNo || store.get(heldSinceAtom) !== null) return
  const [answers, without] = [changed, gone]
  changed = new Map()
  gone = new Set()
  void afterwards(async () => {
    if (keptFor !== person.userNo) return
    await writeKept(person, answers, without)
    await thinOut()
  })
}

/** When it is known that nobody stays here any more. */
export function erase(): Promise<unknown> {
  end()
  return afterwards(async () => {
    await silenceDevice()
    await eraseKept()
  })
}

/** Puts what is kept where screens look for it, unless something newer is there; whose it is, or null. */
export function restoreKept() {
  return afterwards(async () => {
    const found = await readKept()
    for (const { queryKey, data, updatedAt } of found?.kept ?? [])
      if (queryClient.getQueryState(queryKey)?.data === undefined)
        queryClient.setQueryData(queryKey, data, { updatedAt })
    return found?.person ?? null
  })
}
