import { getDefaultStore } from 'jotai'
import { staleSinceAtom } from '#client/session/persistedCache/staleSince.ts'
import { authAtom } from '#client/session/session.ts'

/** After how long the socket's own code is asked for again when it could not be loaded. */
const LOAD_AGAIN_AFTER_MS = 3_000
/** In place of a token, while a device without a line shows what it has kept of somebody. */
const HELD = 'held'

/**
 * Keeps a live connection for whoever is signed in with a password of their own: opened on signing in, opened anew for
 * another session, closed on signing out. Its code is loaded only then, so a visitor's page does not carry it. Returns how
 * to stop.
 */
export function startLive(): () => void {
  const store = getDefaultStore()
  let token = ''
  let close = () => {}

  function follow() {
    const { authToken, mustChangePassword } = store.get(authAtom)
    const held = store.get(staleSinceAtom) === null ? '' : HELD
    const wanted = mustChangePassword ? '' : authToken || held
    if (wanted === token) return
    token = wanted
    close()
    if (token === '') close = () => {}
    else close = openWhenLoaded(token === HELD ? loadKeptUnread : loadMemberSocket)
  }

  const stopFollowing = store.sub(authAtom, follow)
  follow()
  return () => {
    stopFollowing()
    close()
  }
}

const loadKeptUnread = async () => (await import('./unread.sync.ts')).showKeptUnread
const loadMemberSocket = async () => (await import('./memberSocket.ts')).openMemberSocket

/** Opens what comes with its own code, which is asked for until it is there. Returns how to close it. */
export function openWhenLoaded(load: () => Promise<() => () => void>): () => void {
  let wanted = true
  let close = () => {}
  let again: ReturnType<typeof setTimeout> | undefined

  async function open() {
    try {
      const openIt = await load()
      if (wanted) close = openIt()
    } catch {
      if (wanted) again = setTimeout(() => void open(), LOAD_AGAIN_AFTER_MS)
    }
  }

  void open()
  return () => {
    wanted = false
    clearTimeout(again)
    close()
  }
}
