import { getDefaultStore } from 'jotai'
import { authAtom } from './session.ts'

/** After how long the line's own code is asked for again when it could not be loaded. */
const LOAD_AGAIN_AFTER_MS = 3_000

/**
 * Keeps a live line for whoever is signed in: opened on signing in, opened anew for another session, closed on signing
 * out. Its code is loaded only then, so a visitor's page does not carry it. Returns how to stop.
 */
export function startLive(): () => void {
  const store = getDefaultStore()
  let token = ''
  let close = () => {}

  function follow() {
    const { authToken } = store.get(authAtom)
    if (authToken === token) return
    token = authToken
    close()
    close = token === '' ? () => {} : openWhenLoaded()
  }

  const stopFollowing = store.sub(authAtom, follow)
  follow()
  return () => {
    stopFollowing()
    close()
  }
}

function openWhenLoaded(): () => void {
  let wanted = true
  let close = () => {}
  let again: ReturnType<typeof setTimeout> | undefined

  async function load() {
    try {
      const { openLine } = await import('./live.line.ts')
      if (wanted) close = openLine()
    } catch {
      if (wanted) again = setTimeout(() => void load(), LOAD_AGAIN_AFTER_MS)
    }
  }

  void load()
  return () => {
    wanted = false
    clearTimeout(again)
    close()
  }
}
