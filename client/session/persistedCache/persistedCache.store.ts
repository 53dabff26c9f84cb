import type { QueryKey } from '@tanstack/react-query'
import { clear, delMany, entries, get, keys, setMany } from 'idb-keyval'
import { createDeviceStore } from '#client/platform/browser/deviceStore.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import type { Auth } from '#client/session/session.ts'

/**
 * Whether each query is persisted, by the first element of its key: hubs, notes, their lists, links, tags and comments are read offline.
 * `kind`, the second element, excludes search results and note history.
 */
const PERSISTED_KEYS = {
  hubs: true,
  unread: true,
  notes: (kind: unknown) => kind !== 'found' && kind !== 'history',
  topics: true,
  topicTitle: true,
  discussion: true,
  comments: true,
  passages: true,
  notePassages: true,
  links: true,
  noteTitles: true,
  tags: true,
  inbox: (kind: unknown) => kind === 'all',
  homeNotifications: true,
  agora: (kind: unknown) => typeof kind === 'number',
  trash: true,
  publicLinks: true,
  administration: false,
  apiTokens: false,
  blocked: false,
  copies: false,
  dailyNote: false,
  editorStart: false,
  feeds: false,
  hiddenNotices: false,
  invitation: false,
  invitations: false,
  mailSettings: false,
  notices: false,
  oidcLinks: false,
  ownSessions: false,
  passkeys: false,
  policy: false,
  push: false,
  'room neighbours': false,
  seriesPlace: false,
  'shareable notes': false,
  shares: false,
  topicOfNewNote: false,
  unsavedDocuments: false,
} as const satisfies Record<string, boolean | ((kind: unknown) => boolean)>

/** A query key that does not start with a name of the table does not compile. */
declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [keyof typeof PERSISTED_KEYS, ...unknown[]]
  }
}

/** Limits of opened notes and of all other queries. The oldest are evicted. */
const PERSISTED_NOTES_MAX = 200
const PERSISTED_QUERIES_MAX = 600

export function isPersisted([name, kind]: QueryKey): boolean {
  const rule: boolean | ((kind: unknown) => boolean) = PERSISTED_KEYS[name]
  return typeof rule === 'function' ? rule(kind) : rule
}

/** The inbox leaves the query cache whenever its screen closes, which does not make the persisted one obsolete. */
export function isRemovedWithScreen([name]: QueryKey): boolean {
  return name === 'inbox'
}

export interface PersistedQuery {
  queryKey: QueryKey
  data: unknown
  /** Milliseconds since 1970. */
  updatedAt: number
}

/** The indexes of the queries that exceed the limits. */
export function queriesToEvict(queries: readonly PersistedQuery[]): number[] {
  const newestFirst = queries.map((_, index) => index).sort((a, b) => updatedAt(b) - updatedAt(a))
  const notes = newestFirst.filter(index => isNote(queries[index])).slice(PERSISTED_NOTES_MAX)
  const others = newestFirst.filter(index => !notes.includes(index)).slice(PERSISTED_QUERIES_MAX)
  return [...notes, ...others]

  function updatedAt(index: number): number {
    return queries[index]?.updatedAt ?? 0
  }
}

const isNote = (query: PersistedQuery | undefined) =>
  query?.queryKey[0] === 'notes' && query.queryKey[1] === 'one'

/** The user to whom the persisted queries belong, without the token. */
export interface PersistedUser extends Omit<Auth, 'authToken'> {
  /** When the server last responded, in milliseconds since 1970. */
  keptAt: number
  /** The build that wrote the queries. Another build may use another format. */
  release: string
}

const USER_KEY = 'person'
/** In local storage while the database may contain anything. Without it no database is opened. */
const FLAG = 'answers_kept'

const database = createDeviceStore('geulmaru-kept', 'answers')
const keyOf = (userNo: number, hash: string) => `${userNo}/${hash}`

/** The hashed name of the entry script, which changes with every build. */
const release = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/** Clears the database if it belongs to another user, build or epoch. */
export async function clearUnlessSame({ userNo, epoch }: Pick<Auth, 'userNo' | 'epoch'>): Promise<void> {
  const previous = await get<PersistedUser>(USER_KEY, database)
  if (previous === undefined) return
  const isSame = previous.userNo === userNo && previous.epoch === epoch && previous.release === release()
  if (!isSame) await clear(database)
}

export async function writePersisted(
  { authToken: _, ...user }: Auth,
  changed: ReadonlyMap<string, PersistedQuery>,
  removed: ReadonlySet<string>,
): Promise<void> {
  writeStored(FLAG, 'true')
  const { userNo } = user
  const persistedUser: PersistedUser = { ...user, keptAt: Date.now(), release: release() }
  const entriesToSet = [...changed].map(([hash, query]): [string, unknown] => [keyOf(userNo, hash), query])
  await setMany([[USER_KEY, persistedUser], ...entriesToSet], database)
  if (removed.size > 0)
    await delMany(
      [...removed].map(hash => keyOf(userNo, hash)),
      database,
    )
}

/** Null if nothing is persisted, or if another build wrote it. */
export async function readPersisted(): Promise<{ user: PersistedUser; queries: PersistedQuery[] } | null> {
  if (readStored(FLAG) === null) return null
  const user = await get<PersistedUser>(USER_KEY, database)
  if (user === undefined || user.release !== release()) return null
  const all = await entries<string, PersistedQuery>(database)
  return {
    user,
    queries: all.filter(([key]) => key.startsWith(keyOf(user.userNo, ''))).map(([, query]) => query),
  }
}

/** One query of the user; null if it is not persisted, or if another build wrote it. */
export async function readPersistedQuery(userNo: number, hash: string): Promise<PersistedQuery | null> {
  if (readStored(FLAG) === null) return null
  const user = await get<PersistedUser>(USER_KEY, database)
  if (user?.userNo !== userNo || user.release !== release()) return null
  return (await get<PersistedQuery>(keyOf(userNo, hash), database)) ?? null
}

/** Evicts the oldest queries beyond the limits. Reads the values only if the number of keys could exceed the smaller limit. */
export async function evictOldest(): Promise<void> {
  if ((await keys(database)).length <= PERSISTED_NOTES_MAX) return
  const all = (await entries<string, PersistedQuery>(database)).filter(([key]) => key !== USER_KEY)
  const indexes = queriesToEvict(all.map(([, query]) => query))
  await delMany(
    indexes.flatMap(index => all[index]?.[0] ?? []),
    database,
  )
}

export async function erasePersisted(): Promise<void> {
  if (readStored(FLAG) === null) return
  await clear(database)
  writeStored(FLAG, null)
}
