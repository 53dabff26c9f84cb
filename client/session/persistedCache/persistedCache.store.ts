import { clear, delMany, entries, get, keys, setMany } from 'idb-keyval'
import { createDeviceStore } from '#client/platform/browser/deviceStore.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import type { Auth } from '#client/session/session.ts'
import { type PersistedQuery, queriesToEvict } from './persistedCache.rules.ts'

/** Whose answers lie here, without the token. */
export interface PersistedUser extends Omit<Auth, 'authToken'> {
  /** When the server last said anything, in milliseconds since 1970. */
  keptAt: number
  /** The build that wrote them: another one may give its answers another form. */
  release: string
}

const PERSON = 'person'
/** In local storage while anything may lie in the database, so that nobody else's browser opens one. */
const FLAG = 'answers_kept'

const answers = createDeviceStore('geulmaru-kept', 'answers')
const keyOf = (userNo: number, hash: string) => `${userNo}/${hash}`

/** The page's own script names all others, so its name changes with any of them. */
const release = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/** What is of somebody else, of another build or of another life of the data gives way first. */
export async function clearUnlessOf({ userNo, epoch }: Pick<Auth, 'userNo' | 'epoch'>): Promise<void> {
  const before = await get<PersistedUser>(PERSON, answers)
  if (before === undefined) return
  const isGoingOn = before.userNo === userNo && before.epoch === epoch && before.release === release()
  if (!isGoingOn) await clear(answers)
}

export async function writePersisted(
  { authToken: _, ...person }: Auth,
  changed: ReadonlyMap<string, PersistedQuery>,
  gone: ReadonlySet<string>,
): Promise<void> {
  writeStored(FLAG, 'true')
  const { userNo } = person
  const kept: PersistedUser = { ...person, keptAt: Date.now(), release: release() }
  const written = [...changed].map(([hash, answer]): [string, unknown] => [keyOf(userNo, hash), answer])
  await setMany([[PERSON, kept], ...written], answers)
  if (gone.size > 0)
    await delMany(
      [...gone].map(hash => keyOf(userNo, hash)),
      answers,
    )
}

/** Null when nothing is kept that this build could show. */
export async function readPersisted(): Promise<{ person: PersistedUser; kept: PersistedQuery[] } | null> {
  if (readStored(FLAG) === null) return null
  const person = await get<PersistedUser>(PERSON, answers)
  if (person === undefined || person.release !== release()) return null
  const all = await entries<string, PersistedQuery>(answers)
  return {
    person,
    kept: all.filter(([key]) => key.startsWith(keyOf(person.userNo, ''))).map(([, answer]) => answer),
  }
}

/** One answer of somebody's, if this build has kept it. */
export async function readAnswer(userNo: number, hash: string): Promise<PersistedQuery | null> {
  if (readStored(FLAG) === null) return null
  const person = await get<PersistedUser>(PERSON, answers)
  if (person?.userNo !== userNo || person.release !== release()) return null
  return (await get<PersistedQuery>(keyOf(userNo, hash), answers)) ?? null
}

/** How many keys need no look: fewer than the notes alone that are kept. */
const FEW = 200

/** Of very many the oldest go. */
export async function evictOldest(): Promise<void> {
  if ((await keys(answers)).length <= FEW) return
  const all = (await entries<string, PersistedQuery>(answers)).filter(([key]) => key !== PERSON)
  const gone = queriesToEvict(all.map(([, answer]) => answer))
  await delMany(
    gone.flatMap(place => all[place]?.[0] ?? []),
    answers,
  )
}

export async function erasePersisted(): Promise<void> {
  if (readStored(FLAG) === null) return
  await clear(answers)
  writeStored(FLAG, null)
}
