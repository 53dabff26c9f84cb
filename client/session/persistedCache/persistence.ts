import { hashKey, type QueryKey } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { disablePush, disablePushOfOthers } from '#client/platform/browser/push.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import {
  type Auth,
  authAtom,
  authStatusAtom,
  canBeRemembered,
  staleSinceAtom,
  storeRememberMe,
} from '#client/session/session.ts'
import { eraseTabCopies } from '#client/session/tabCopies.ts'
import {
  clearUnlessSame,
  erasePersisted,
  evictOldest,
  isPersisted,
  isRemovedWithScreen,
  type PersistedQuery,
  readPersisted,
  readPersistedQuery,
  writePersisted,
} from './persistedCache.store.ts'

/**
 * Persists query results in IndexedDB for "remember me" sessions only, so that screens open offline. The database belongs to one user
 * and is erased when their session ends. All of it is optional: without IndexedDB the app works online.
 */

/** Changes are written in batches, after this many milliseconds. */
const WRITE_DELAY_MS = 1_000

const store = getDefaultStore()
/** The user whose queries are persisted; 0 if there is none. */
let persistedUserNo = 0
let persistedEpoch = ''
let changed = new Map<string, PersistedQuery>()
let removed = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
/** Operations run one after the other, so that nothing is written after an erasure. */
let queue: Promise<unknown> = Promise.resolve()

/** Resolves to null if the operation fails. */
function enqueue<Result>(operation: () => Promise<Result>): Promise<Result | null> {
  const done = queue.then(operation).catch(() => null)
  queue = done
  return done
}

/** Subscribes to the session and the query cache. Call it once. */
export function startPersistence(): void {
  queryClient.getQueryCache().subscribe(event => {
    const { query } = event
    if (persistedUserNo === 0 || store.get(staleSinceAtom) !== null || !isPersisted(query.queryKey)) return
    if (event.type === 'removed' && !isRemovedWithScreen(query.queryKey)) removeQuery(query.queryHash)
    if (event.type !== 'updated') return
    if (event.action.type === 'error' && isGone(event.action.error)) removeQuery(query.queryHash)
    if (event.action.type === 'failed' && isOffline(event.action.error)) void restoreQuery(query.queryKey)
    if (event.action.type !== 'success') return
    removed.delete(query.queryHash)
    const { data, dataUpdatedAt } = query.state
    changed.set(query.queryHash, { queryKey: query.queryKey, data, updatedAt: dataUpdatedAt })
    scheduleWrite()
  })
  document.addEventListener('visibilitychange', () => document.hidden && write())
  store.sub(authAtom, syncWithSession)
  store.sub(authStatusAtom, syncWithSession)
  // Repeats an erasure that failed.
  onStoreRecovered(syncWithSession)
  syncWithSession()
}

function removeQuery(hash: string): void {
  changed.delete(hash)
  removed.add(hash)
  scheduleWrite()
}

function scheduleWrite(): void {
  timer ??= setTimeout(write, WRITE_DELAY_MS)
}

const isGone = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'notFound' || error.code === 'forbidden')

const isOffline = (error: unknown) => error instanceof CallFailed && error.code === 'offline'

/** Restores one query into the query cache, for a screen that has no data while the server is unreachable. */
export function restoreQuery(queryKey: QueryKey): Promise<unknown> {
  const userNo = persistedUserNo
  const isMissing = () => queryClient.getQueryData(queryKey) === undefined
  return enqueue(async () => {
    if (userNo === 0 || !isMissing()) return
    const query = await readPersistedQuery(userNo, hashKey(queryKey))
    if (query && persistedUserNo === userNo && isMissing())
      queryClient.setQueryData(queryKey, query.data, { updatedAt: query.updatedAt })
  })
}

function syncWithSession(): void {
  const status = store.get(authStatusAtom)
  const user = store.get(authAtom)
  const { stays: rememberMe } = user
  if (status === 'signedIn' && rememberMe) {
    begin(user)
    return
  }
  if (status !== 'checking') store.set(staleSinceAtom, null)
  end()
  if (status === 'signedIn') storeRememberMe(false)
  // Without a response from the server the session may still be valid.
  if (status === 'signedIn' || (status === 'signedOut' && !canBeRemembered())) void erasePersistedCache()
}

function begin({ userNo, epoch }: Auth): void {
  if (persistedUserNo === userNo && persistedEpoch === epoch) return
  end()
  persistedUserNo = userNo
  persistedEpoch = epoch
  void enqueue(async () => {
    await disablePushOfOthers(userNo)
    await clearUnlessSame({ userNo, epoch })
  })
  // Persists the queries that were fetched before this call.
  for (const { queryKey, queryHash, state } of queryClient.getQueryCache().findAll())
    if (isPersisted(queryKey) && state.data !== undefined)
      changed.set(queryHash, { queryKey, data: state.data, updatedAt: state.dataUpdatedAt })
  if (store.get(staleSinceAtom) === null) scheduleWrite()
}

function end(): void {
  clearTimeout(timer)
  timer = undefined
  persistedUserNo = 0
  changed = new Map()
  removed = new Set()
}

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const user = store.get(authAtom)
  if (persistedUserNo === 0 || persistedUserNo !== user.userNo || store.get(staleSinceAtom) !== null) return
  const batch = { changed, removed }
  changed = new Map()
  removed = new Set()
  void enqueue(async () => {
    if (persistedUserNo !== user.userNo) return
    await writePersisted(user, batch.changed, batch.removed)
    await evictOldest()
  })
}

/** Call it when no session on this device is remembered any more. Unsent texts wait for their user. */
export function erasePersistedCache(): Promise<unknown> {
  end()
  return enqueue(async () => {
    await disablePush()
    await erasePersisted()
  })
}

/** Call it when the user signs out. Erases the unsent texts as well. */
export function eraseOnSignOut(): Promise<unknown> {
  eraseTabCopies()
  return erasePersistedCache()
}

/**
 * Restores all queries that the query cache lacks. Returns the user to whom they belong, or null. The device may remember somebody else
 * than `tokenOwnerNo`, the user of this tab's token.
 */
export function restorePersisted(tokenOwnerNo: number | undefined) {
  return enqueue(async () => {
    const persisted = await readPersisted()
    if (persisted === null || (tokenOwnerNo ?? persisted.user.userNo) !== persisted.user.userNo) return null
    for (const { queryKey, data, updatedAt } of persisted.queries)
      if (queryClient.getQueryState(queryKey)?.data === undefined)
        queryClient.setQueryData(queryKey, data, { updatedAt })
    return persisted.user
  })
}
