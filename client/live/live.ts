import { getDefaultStore } from 'jotai'
import { authAtom, staleSinceAtom } from '#client/session/session.ts'

/** Retry delay when the code chunk fails to load. */
const LOAD_RETRY_MS = 3_000
/** Placeholder for the token while an offline device shows the persisted cache. */
const CACHED_SESSION = 'cached'

/**
 * Opens the live connection on sign-in, reopens it for another session, and closes it on sign-out. A user
 * who must change the password has none. The code is loaded on demand, so that the visitor's page does not
 * include it. Returns the stop function.
 */
export function startLive(): () => void {
  const store = getDefaultStore()
  let token = ''
  let close = () => {}

  function update() {
    const { authToken, mustChangePassword } = store.get(authAtom)
    const cachedToken = store.get(staleSinceAtom) === null ? '' : CACHED_SESSION
    const nextToken = mustChangePassword ? '' : authToken || cachedToken
    if (nextToken === token) return
    token = nextToken
    close()
    if (token === '') close = () => {}
    else close = loadAndOpen(token === CACHED_SESSION ? loadPersistedUnread : loadMemberSocket)
  }

  const unsubscribe = store.sub(authAtom, update)
  update()
  return () => {
    unsubscribe()
    close()
  }
}

const loadPersistedUnread = async () => (await import('./unread.sync.ts')).showPersistedUnread
const loadMemberSocket = async () => (await import('./memberSocket.ts')).openMemberSocket

/** Loads a code chunk, retrying until it succeeds, then opens the connection. Returns the close function. */
export function loadAndOpen(load: () => Promise<() => () => void>): () => void {
  let isWanted = true
  let close = () => {}
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  async function open() {
    try {
      const openConnection = await load()
      if (isWanted) close = openConnection()
    } catch {
      if (isWanted) retryTimer = setTimeout(() => void open(), LOAD_RETRY_MS)
    }
  }

  void open()
  return () => {
    isWanted = false
    clearTimeout(retryTimer)
    close()
  }
}
