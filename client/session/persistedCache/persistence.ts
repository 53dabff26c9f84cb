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
  canBeRemembered,
  noteRememberMe,
} from '#client/session/session.ts'
import { isFetchedAnew, isPersisted, type PersistedQuery } from './persistedCache.rules.ts'
import {
  clearUnlessOf,
  erasePersisted,
  evictOldest,
  readAnswer,
  readPersisted,
  writePersisted,
} from './persistedCache.store.ts'
import { staleSinceAtom } from './staleSince.ts'

/**
 * What the server said is kept on a device that stays signed in, so that its screens open without a line, and nowhere else; it is
 * of one person alone, and erased as soon as that ends. Where the browser keeps nothing, nothing breaks.
 */

/** How long, in milliseconds, changes are gathered before they are written. */
const WRITE_DELAY_MS = 1_000

const store = getDefaultStore()
/** Of whom answers are kept; 0 while of nobody. */
let persistedUserNo = 0
/** And of which life of the stored data. */
let persistedEpoch = ''
let changed = new Map<string, PersistedQuery>()
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
export function startPersistence(): void {
  queryClient.getQueryCache().subscribe(event => {
    const { query } = event
    if (persistedUserNo === 0 || store.get(staleSinceAtom) !== null || !isPersisted(query.queryKey)) return
    if (event.type === 'removed' && !isFetchedAnew(query.queryKey)) forget(query.queryHash)
    if (event.type !== 'updated') return
    if (event.action.type === 'error' && isNoMore(event.action.error)) forget(query.queryHash)
    if (event.action.type === 'failed' && isUnreached(event.action.error)) void restoreQuery(query.queryKey)
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
  timer ??= setTimeout(write, WRITE_DELAY_MS)
}

const isNoMore = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'notFound' || error.code === 'forbidden')

const isUnreached = (error: unknown) => error instanceof CallFailed && error.code === 'offline'

/** For a screen that has nothing to show while the server cannot be reached: puts what is kept where it looks for it. */
export function restoreQuery(queryKey: QueryKey): Promise<unknown> {
  const userNo = persistedUserNo
  const isMissing = () => queryClient.getQueryData(queryKey) === undefined
  return afterwards(async () => {
    if (userNo === 0 || !isMissing()) return
    const answer = await readAnswer(userNo, hashKey(queryKey))
    if (answer && persistedUserNo === userNo && isMissing())
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
  if (status !== 'checking') store.set(staleSinceAtom, null)
  end()
  if (status === 'signedIn') noteRememberMe(false)
  // While nobody has answered it is still theirs.
  if (status === 'signedIn' || (status === 'signedOut' && !canBeRemembered())) void erase()
}

function begin({ userNo, epoch }: Auth): void {
  if (persistedUserNo === userNo && persistedEpoch === epoch) return
  end()
  persistedUserNo = userNo
  persistedEpoch = epoch
  void afterwards(async () => {
    await silenceOthers(userNo)
    await clearUnlessOf({ userNo, epoch })
  })
  // What came before is kept, too.
  for (const { queryKey, queryHash, state } of queryClient.getQueryCache().findAll())
    if (isPersisted(queryKey) && state.data !== undefined)
      changed.set(queryHash, { queryKey, data: state.data, updatedAt: state.dataUpdatedAt })
  if (store.get(staleSinceAtom) === null) gather()
}

function end(): void {
  clearTimeout(timer)
  timer = undefined
  persistedUserNo = 0
  changed = new Map()
  gone = new Set()
}

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const person = store.get(authAtom)
  if (persistedUserNo === 0 || persistedUserNo !== person.userNo || store.get(staleSinceAtom) !== null) return
  const [answers, without] = [changed, gone]
  changed = new Map()
  gone = new Set()
  void afterwards(async () => {
    if (persistedUserNo !== person.userNo) return
    await writePersisted(person, answers, without)
    await evictOldest()
  })
}

/** When it is known that nobody stays here any more. */
export function erase(): Promise<unknown> {
  end()
  return afterwards(async () => {
    await silenceDevice()
    await erasePersisted()
  })
}

/** Puts what is kept where screens look for it, unless something newer is there; whose it is, or null. */
export function restorePersisted() {
  return afterwards(async () => {
    const found = await readPersisted()
    for (const { queryKey, data, updatedAt } of found?.kept ?? [])
      if (queryClient.getQueryState(queryKey)?.data === undefined)
        queryClient.setQueryData(queryKey, data, { updatedAt })
    return found?.person ?? null
  })
}
